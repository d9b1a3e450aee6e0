import type { PointerAct } from './acts.ts'
import type { Head, Parameters } from './head.ts'
import type { LayerMaker } from './layer.ts'
import type { Rows } from './rows.ts'
import { softmaxHead } from './softmax-head.ts'

/** The longest list that can be pointed into; the directory shows five at a time. */
export const CANDIDATES_MAX = 256

const endOf = (candidate: Rows, clean: boolean): number =>
  clean ? candidate.cleanEnd : candidate.rows.length

/** Decides which listed department is called: a softmax over one number per candidate. */
export function pointerHead(
  { weights, gradient }: Parameters,
  makeLayer: LayerMaker,
  offset: number,
  rows: number,
): Head<PointerAct> {
  const layer = makeLayer(offset, rows, 1)
  const one = new Float64Array(1)
  const logitGradient = new Float64Array(1)
  return softmaxHead({
    layer,
    most: CANDIDATES_MAX,
    forward({ candidates }, clean, logits) {
      for (let index = 0; index < candidates.length; index++) {
        const candidate = candidates[index] as Rows
        layer.forward(weights, candidate.rows, endOf(candidate, clean), one)
        logits[index] = one[0] as number
      }
      return candidates.length
    },
    backward({ candidates }, clean, logitGradients) {
      for (let index = 0; index < candidates.length; index++) {
        const candidate = candidates[index] as Rows
        const end = endOf(candidate, clean)
        logitGradient[0] = logitGradients[index] as number
        // A layer with a hidden part goes back from the features it came forward with.
        layer.forward(weights, candidate.rows, end, one)
        layer.backward(weights, gradient, candidate.rows, end, logitGradient)
      }
    },
  })
}
