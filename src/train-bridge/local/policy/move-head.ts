import { MOVES, type MoveAct } from './acts.ts'
import type { Head, Parameters } from './head.ts'
import type { LayerMaker } from './layer.ts'
import { softmaxHead } from './softmax-head.ts'

const endOf = (act: MoveAct, clean: boolean): number => (clean ? act.cleanEnd : act.rows.length)

/** Decides which tool comes next: a softmax over the outputs of one layer. */
export function moveHead(
  { weights, gradient }: Parameters,
  makeLayer: LayerMaker,
  offset: number,
  rows: number,
): Head<MoveAct> {
  const layer = makeLayer(offset, rows, MOVES.length)
  return softmaxHead({
    layer,
    most: MOVES.length,
    forward(act, clean, logits) {
      layer.forward(weights, act.rows, endOf(act, clean), logits)
      return MOVES.length
    },
    backward(act, clean, logitGradients) {
      layer.backward(weights, gradient, act.rows, endOf(act, clean), logitGradients)
    },
  })
}
