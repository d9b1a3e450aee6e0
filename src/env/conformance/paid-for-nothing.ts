import type { Action } from '../message.ts'
import { playResult, playthrough, setupIn } from '../playthrough.ts'
import { type AnyTask, type Arena, playActions } from './arena.ts'
import { filledWith, makeCall } from './arguments.ts'
import { oracleMoves, toAction } from './moves.ts'
import { GARBAGE } from './substitutes.ts'

/**
 * Tasks in which showing garbage to a tool before the answer is paid more than showing the answer:
 * one line each.
 */
export function paidForGarbage(arena: Arena, tasks: readonly AnyTask[]): string[] {
  return tasks.flatMap((task) => {
    const moves = oracleMoves(arena, task)
    const answer = moves?.find(({ calls }) => calls.length === 0)?.content
    if (moves === undefined || answer === undefined) return []
    return arena.tools.flatMap((tool) => {
      const { name } = tool.function
      const shown = (text: string): Action => ({
        content: text,
        tool_calls: [makeCall(name, filledWith(tool, text, []), 0, 9)],
      })
      const payFor = (text: string): number =>
        playActions(arena, task, [shown(text), ...moves.map(toAction)]).total
      const [garbagePay, answerPay] = [payFor(GARBAGE), payFor(answer)]
      if (garbagePay <= answerPay) return []
      return [`${task.id}: ${name} with garbage first is paid ${garbagePay}, not ${answerPay}`]
    })
  })
}

/** How often a call is repeated, in a short play and in a long one. */
const REPEATS = [2, 6] as const

/** Tasks in which the same call again, answered in the same words, is paid: one line each. */
export function paidForRepeating(arena: Arena, tasks: readonly AnyTask[]): string[] {
  return tasks.flatMap((task) =>
    arena.tools.flatMap((tool) => {
      const { name } = tool.function
      const setup = setupIn(arena, task)
      const plays = REPEATS.map((times) => {
        const call = (step: number): Action => ({
          content: '',
          tool_calls: [makeCall(name, filledWith(tool, '1', []), step)],
        })
        const choose = (_: unknown, { step }: { step: number }): Action | undefined =>
          step < times ? call(step) : undefined
        return playthrough(setup, choose)
      })
      const [shortPay = 0, longPay = 0] = plays.map((play) => playResult(setup, play).total)
      const answers = plays[1]?.answers.slice(1).map(({ messages }) => joinContents(messages)) ?? []
      const isSame = new Set(answers).size === 1
      return isSame && longPay > shortPay
        ? [`${task.id}: ${name} again and again is paid ${longPay}, not ${shortPay}`]
        : []
    }),
  )
}

const joinContents = (messages: readonly { readonly content: string }[]): string =>
  messages.map(({ content }) => content).join('\n')
