import type { ChoiceAct } from '../../../env/learner/acts.ts'
import type { Head, PolicyParameters } from './head.ts'
import type { Layer } from './layer.ts'
import { softmaxHead } from './softmax-head.ts'

const rowsEnd = (act: ChoiceAct, isClean: boolean): number =>
  isClean ? act.cleanEnd : act.rows.length

/** Decides between a fixed number of choices: a softmax over the outputs of one layer. */
export const choiceHead = (
  { weights, gradient }: PolicyParameters,
  layer: Layer,
): Head<ChoiceAct> =>
  softmaxHead({
    layer,
    most: layer.outputs,
    forward(act, isClean, logits) {
      layer.forward(weights, act.rows, rowsEnd(act, isClean), logits)
      return layer.outputs
    },
    backward(act, isClean, logitGradients) {
      layer.backward(weights, gradient, act.rows, rowsEnd(act, isClean), logitGradients)
    },
  })
