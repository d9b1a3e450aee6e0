import type { ChoiceAct, PointerAct } from '../../../env/learner/acts.ts'
import { drawFrom, entropy, logSoftmax } from './chance.ts'
import type { Head } from './head.ts'
import type { Layer } from './layer.ts'

/** The parts of a head that chooses one of several. */
interface Choosing<OwnAct> {
  readonly layer: Layer
  /** Maximum number of choices. */
  readonly most: number
  /** Writes a number per choice, and returns how many choices the act has. */
  forward(act: OwnAct, isClean: boolean, logits: Float64Array): number
  /** Adds logit gradient × gradient of each choice's number. */
  backward(act: OwnAct, isClean: boolean, logitGradients: Float64Array): void
}

/** A head with one decision per act: one of several choices, by a softmax over their numbers. */
export function softmaxHead<OwnAct extends ChoiceAct | PointerAct>({
  layer,
  most,
  forward,
  backward,
}: Choosing<OwnAct>): Head<OwnAct> {
  const logits = new Float64Array(most)
  const logitGradients = new Float64Array(most)
  let count = 0

  function weigh(act: OwnAct, isClean: boolean): void {
    count = forward(act, isClean, logits)
    logSoftmax(logits, count)
  }

  return {
    size: layer.size,
    initialise: (into, draw) => layer.initialise(into, draw),
    decide(act, draw) {
      weigh(act, false)
      act.choice = drawFrom(logits, count, draw())
      act.logProbs[0] = logits[act.choice] as number
    },
    evaluate(act, isClean, logProbs) {
      weigh(act, isClean)
      logProbs[0] = logits[act.choice] as number
    },
    accumulate(act, isClean, coefficients) {
      const coefficient = coefficients[0] as number
      if (coefficient === 0) return
      for (let choice = 0; choice < count; choice++) {
        const target = choice === act.choice ? 1 : 0
        logitGradients[choice] = coefficient * (target - Math.exp(logits[choice] as number))
      }
      backward(act, isClean, logitGradients)
    },
    entropy: () => entropy(logits, count),
  }
}
