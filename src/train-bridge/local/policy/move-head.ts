import { MOVES, type MoveAct } from './acts.ts'
import { drawFrom, entropyOf, likeliest, logSoftmax } from './chance.ts'
import type { Draw, Head, Parameters } from './head.ts'
import type { LayerMaker } from './layer.ts'

/** Decides which tool comes next: one softmax. */
export function moveHead(
  parameters: Parameters,
  makeLayer: LayerMaker,
  offset: number,
  rows: number,
): Head<MoveAct> {
  const { weights, gradient } = parameters
  const count = MOVES.length
  const layer = makeLayer(offset, rows, count)
  const logits = new Float64Array(count)
  const slopes = new Float64Array(count)

  function forward(act: MoveAct, clean: boolean): void {
    layer.forward(weights, act.rows, clean ? act.cleanEnd : act.rows.length, logits)
    logSoftmax(logits, count)
  }

  return {
    size: layer.size,
    initialise: (into, draw) => layer.initialise(into, draw),
    decide(act: MoveAct, draw: Draw) {
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
      for (let move = 0; move < count; move++) {
        const chosen = move === act.choice ? 1 : 0
        slopes[move] = coefficient * (chosen - Math.exp(logits[move] as number))
      }
      layer.backward(weights, gradient, act.rows, clean ? act.cleanEnd : act.rows.length, slopes)
    },
    entropy: () => entropyOf(logits, count),
  }
}
