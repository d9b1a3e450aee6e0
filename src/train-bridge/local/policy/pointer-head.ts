import type { PointerAct } from '../../../env/learner/acts.ts'
import type { Rows } from '../../../env/learner/rows.ts'
import type { Head, PolicyParameters } from './head.ts'
import type { Layer } from './layer.ts'
import { softmaxHead } from './softmax-head.ts'

const rowsEnd = (candidate: Rows, isClean: boolean): number =>
  isClean ? candidate.cleanEnd : candidate.rows.length

/** Chooses an item of a list: a softmax over one number per item. */
export function pointerHead(
  { weights, gradient }: PolicyParameters,
  layer: Layer,
  most: number,
): Head<PointerAct> {
  const output = new Float64Array(1)
  const logitGradient = new Float64Array(1)
  return softmaxHead({
    layer,
    most,
    forward({ candidates }, isClean, logits) {
      for (let index = 0; index < candidates.length; index++) {
        const candidate = candidates[index] as Rows
        layer.forward(weights, candidate.rows, rowsEnd(candidate, isClean), output)
        logits[index] = output[0] as number
      }
      return candidates.length
    },
    backward({ candidates }, isClean, logitGradients) {
      for (let index = 0; index < candidates.length; index++) {
        const candidate = candidates[index] as Rows
        const end = rowsEnd(candidate, isClean)
        logitGradient[0] = logitGradients[index] as number
        // A layer with hidden units needs the forward pass of the same features.
        layer.forward(weights, candidate.rows, end, output)
        layer.backward(weights, gradient, candidate.rows, end, logitGradient)
      }
    },
  })
}
