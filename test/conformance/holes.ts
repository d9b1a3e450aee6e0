import type { Context } from '../../src/env/environment.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { Transition } from '../../src/env/transition.ts'
import type { Turn } from '../../src/env/turn.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { EffectAnswer, EffectRequest } from '../../src/tools/effect.ts'
import { perform } from '../../src/tools/effect.ts'

export type AnyContext = Context<AnyTask, JsonObject, JsonObject>
type AnyTask = Parameters<AnyEnvironment['data']['publicTask']>[0]

/** What a hole does to an environment. Whatever is left out stays as it is. */
export interface Hole {
  /** Whether a turn wins though it should not: it ends the episode with the whole reward. */
  readonly pays?: (turn: Turn, context: AnyContext) => boolean
  /** How a turn is taken instead: as something better than it is. */
  readonly takesAs?: (turn: Turn, context: AnyContext) => Turn
  /** What is added to every answer of a tool. */
  readonly tells?: (context: AnyContext) => string
  /** Thousandths on top of the reward at the close, given all turns. */
  readonly bonus?: (turns: readonly Turn[], context: AnyContext) => number
}

/** Whether a turn is graded: one without calls, or the last that there is. */
export const isAnswer = ({ calls }: Turn, { lastTurn }: AnyContext): boolean =>
  calls.length === 0 || lastTurn

/** The state of an environment with a hole: its own, and what the hole made of it. */
interface Holed {
  readonly inner: JsonObject
  readonly won: boolean
  readonly turns: readonly Turn[]
}

/** A sound environment with a hole in it, from outside: its own code knows nothing of it. */
export function withHole(base: AnyEnvironment, hole: Hole): AnyEnvironment {
  const part = base.reward.parts[0] as string
  const of = (state: JsonObject): Holed => state as unknown as Holed
  const holed = (inner: JsonObject, won: boolean, turns: readonly Turn[]): JsonObject =>
    ({ inner, won, turns }) as unknown as JsonObject
  const { isFinalAnswer } = base.turnRules
  return {
    ...base,
    turnRules:
      isFinalAnswer === undefined
        ? base.turnRules
        : {
            ...base.turnRules,
            isFinalAnswer: (state, content) => isFinalAnswer(of(state).inner, content),
          },
    *open(context) {
      const opened = yield* perform(base.open(context))
      return { ...opened, state: holed(opened.state, false, []) }
    },
    *step(state, turn, context): Generator<EffectRequest, Transition<JsonObject>, EffectAnswer> {
      const turns = [...of(state).turns, turn]
      if (hole.pays?.(turn, context) === true) {
        const end = { kind: 'terminated', reason: 'completed' } as const
        return { state: holed(of(state).inner, true, turns), messages: [], end }
      }
      const taken = hole.takesAs?.(turn, context) ?? turn
      const after = yield* perform(base.step(of(state).inner, taken, context))
      const told = hole.tells?.(context)
      const messages = after.messages.map((message) =>
        told === undefined || message.role !== 'tool'
          ? message
          : { ...message, content: `${message.content}\n${told}` },
      )
      return { ...after, messages, state: holed(after.state, false, turns) }
    },
    audit: {
      ...base.audit,
      hiddenVariant(task, world, seed) {
        const variant = base.audit.hiddenVariant?.(task, world, seed)
        return variant && { ...variant, revealed: (state) => variant.revealed(of(state).inner) }
      },
    },
    score(state, context) {
      const { inner, won, turns } = of(state)
      if (won) return { [part]: base.reward.maximum }
      const parts = base.score(inner, context)
      const bonus = context.closed ? (hole.bonus?.(turns, context) ?? 0) : 0
      return bonus === 0 ? parts : { ...parts, [part]: (parts[part] ?? 0) + bonus }
    },
    measure(state, context) {
      const { inner, won } = of(state)
      const metrics = base.measure(inner, context)
      return won ? { ...metrics, success: 1 } : metrics
    },
  }
}

/** The arguments of the first call of a tool in a turn, if they were good. */
export function argumentsFor(turn: Turn, tool: string): JsonObject | undefined {
  const call = turn.calls.find(({ status, name }) => status === 'valid' && name === tool)
  return call?.status === 'valid' ? (call.arguments as JsonObject) : undefined
}

/** The turn with other arguments for the calls of one tool. */
export const withArguments = (
  turn: Turn,
  tool: string,
  change: (given: JsonObject) => JsonObject,
): Turn => ({
  ...turn,
  calls: turn.calls.map((call) =>
    call.status === 'valid' && call.name === tool
      ? { ...call, arguments: change(call.arguments as JsonObject) }
      : call,
  ),
})
