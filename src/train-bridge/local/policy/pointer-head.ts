import type { PointerAct } from '../../../env/learner/acts.ts'
import type { Rows } from '../../../env/learner/rows.ts'
import type { Head, Parameters } from './head.ts'
import type { Layer } from './layer.ts'
import { softmaxHead } from './softmax-head.ts'

const endOf = (candidate: Rows, clean: boolean): number =>
  clean ? candidate.cleanEnd : candidate.rows.length

/** Chooses an item of a list: a softmax over one number per item. */
export function pointerHead(
  { weights, gradient }: Parameters,
  layer: Layer,
  most: number,
): Head<PointerAct> {
  const one = new Float64Array(1)
  const logitGradient = new Float64Array(1)
  return softmaxHead({
    layer,
    most,
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
        // A layer with hidden units needs the forward pass of the same features.
        layer.forward(weights, candidate.rows, end, one)
        layer.backward(weights, gradient, candidate.rows, end, logitGradient)
      }
    },
  })
}
