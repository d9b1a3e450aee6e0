import type { PointerAct } from './acts.ts'
import { drawFrom, entropyOf, likeliest, logSoftmax } from './chance.ts'
import type { Draw, Head, Parameters } from './head.ts'
import type { LayerMaker } from './layer.ts'
import type { Rows } from './rows.ts'

/** The longest list that can be pointed into; the directory shows five at a time. */
export const CANDIDATES_MAX = 256

/** Decides which listed department is called: a softmax over one number per candidate. */
export function pointerHead(
  parameters: Parameters,
  makeLayer: LayerMaker,
  offset: number,
  rows: number,
): Head<PointerAct> {
  const { weights, gradient } = parameters
  const layer = makeLayer(offset, rows, 1)
  const logits = new Float64Array(CANDIDATES_MAX)
  const one = new Float64Array(1)
  const slope = new Float64Array(1)
  let count = 0

  const endOf = (candidate: Rows, clean: boolean): number =>
    clean ? candidate.cleanEnd : candidate.rows.length

  function forward({ candidates }: PointerAct, clean: boolean): void {
    count = candidates.length
    for (let index = 0; index < count; index++) {
      const candidate = candidates[index] as Rows
      layer.forward(weights, candidate.rows, endOf(candidate, clean), one)
      logits[index] = one[0] as number
    }
    logSoftmax(logits, count)
  }

  return {
    size: layer.size,
    initialise: (into, draw) => layer.initialise(into, draw),
    decide(act: PointerAct, draw: Draw) {
      forward(act, false)
      act.choice = draw === 'likeliest' ? likeliest(logits, count) : drawFrom(logits, count, draw())
      act.logProbs[0] = logits[act.choice] as number
    },
    evaluate(act, clean, logProbs) {
      forward(act, clean)
      logProbs[0] = logits[act.choice] as number
    },
    accumulate(act, clean, coefficients) {
      const coefficient = coefficients[0] as number
      if (coefficient === 0) return
      for (let index = 0; index < count; index++) {
        const candidate = act.candidates[index] as Rows
        const chosen = index === act.choice ? 1 : 0
        slope[0] = coefficient * (chosen - Math.exp(logits[index] as number))
        const end = endOf(candidate, clean)
        // A layer with a hidden part goes back from the features it came forward with.
        layer.forward(weights, candidate.rows, end, one)
        layer.backward(weights, gradient, candidate.rows, end, slope)
      }
    },
    entropy: () => entropyOf(logits, count),
  }
}
