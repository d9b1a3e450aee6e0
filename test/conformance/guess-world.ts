import { z } from 'zod'
import type { Context } from '../../src/env/environment.ts'
import { system, user } from '../../src/env/message.ts'
import { type AnyEnvironment, definePlugin } from '../../src/env/plugin.ts'
import { numberedTask, taskSchema } from '../../src/env/task-data.ts'
import { next, terminated } from '../../src/env/transition.ts'
import { eachCall, on, type Turn } from '../../src/env/turn.ts'
import { stream } from '../../src/sim/random.ts'

type Task = ReturnType<typeof makeTask>
export interface GuessState {
  readonly guesses: number
  readonly found: boolean
}
/** What a guess may hold in one world or another. */
export interface Given {
  readonly number: number
  readonly numbers: readonly number[]
  readonly text: string
  readonly texts: readonly string[]
  readonly note: string
  readonly mode: string
  readonly dry_run: boolean
}
type GuessContext = Context<Task, unknown, unknown>

/** How somebody may write the world so that it has a hole. Whatever is left out is sound. */
export interface Flaws {
  readonly description?: string
  readonly parameters?: z.ZodObject
  readonly callsPerTurn?: number
  readonly opening?: (task: Task) => string
  /** Whether a guess is right. */
  readonly isRight?: (given: Given, task: Task) => boolean
  readonly answer?: (given: Given, task: Task) => string
  /** Whether words alone win. */
  readonly saidWins?: (content: string, task: Task) => boolean
  /** Thousandths on top at the close. */
  readonly bonus?: (state: GuessState, context: GuessContext) => number
}

const TURNS = 14
const RANGE = 1_000

const makeTask = (split: string, index: number) => ({
  ...numberedTask(split, index),
  number: stream(7, index, `number-${split}`).integer(1, RANGE),
})

const FLOOR = (tasks: readonly Task[]) => {
  const common = new Set(tasks.slice(0, TURNS).map(({ number }) => number))
  return {
    plan: 'numbers of other tasks',
    wins: ({ number }: Task) => common.has(number),
    holds: 'on_average' as const,
  }
}

const solve = ({ number }: Task) => {
  const called = { name: 'guess', arguments: { number } }
  return { tool_calls: [{ id: 'call_1', type: 'function' as const, function: called }] }
}

/** "I think of a number from 1 to 1000", whose answers say higher or lower, with its flaws. */
export function guessWorld(flaws: Flaws = {}): AnyEnvironment {
  const data = {
    taskSchema: taskSchema({ number: z.int() }),
    stream: (_: unknown, index: number) => makeTask('stream', index),
  }
  // Where a guess holds something else, the oracle of the sound world does not know it.
  const audit = flaws.parameters === undefined ? { solve, floor: FLOOR } : { floor: FLOOR }
  const plugin = { environment: flawedEnvironment(flaws), data, audit }
  return definePlugin(plugin as never) as unknown as AnyEnvironment
}

function flawedEnvironment(flaws: Flaws) {
  const guess = {
    name: 'guess',
    description: flaws.description ?? 'Guess the number. The answer says higher, lower, or right.',
    parameters: flaws.parameters ?? z.strictObject({ number: z.int() }),
  }
  return {
    id: 'guess-number-v1',
    card: { title: 'Guess', description: 'Guess a number.', licence: 'none', origin: 'a test' },
    limits: {
      turnsMax: TURNS,
      toolCallsPerTurnMax: flaws.callsPerTurn ?? 1,
      actionCharactersMax: 20_000,
    },
    tools: [guess],
    metrics: ['success', 'guesses'],
    reward: { parts: ['found'], minimum: 0, maximum: 1_000 },
    open: ({ task }: GuessContext) => ({
      state: { guesses: 0, found: false },
      messages: [
        system('You play a game of numbers.'),
        user(flaws.opening?.(task) ?? 'I think of a number from 1 to 1000. Find it in 14 turns.'),
      ],
    }),
    *step(before: GuessState, turn: Turn, { task }: GuessContext) {
      const guessed = on(guess, (now: GuessState, given) =>
        afterGuess(flaws, now, given as unknown as Given, task),
      )
      const { state, messages } = yield* eachCall(before, turn, [guessed])
      const found = state.found || flaws.saidWins?.(turn.content, task) === true
      const after = { ...state, found }
      return found ? terminated(after, messages, 'completed') : next(after, messages)
    },
    score: (state: GuessState, context: GuessContext) => ({
      found: state.found ? 1_000 : context.closed ? (flaws.bonus?.(state, context) ?? 0) : 0,
    }),
    measure: ({ found, guesses }: GuessState) => ({ success: found ? 1 : 0, guesses }),
  }
}

function afterGuess(flaws: Flaws, now: GuessState, given: Given, task: Task) {
  const isRight = flaws.isRight?.(given, task) ?? given.number === task.number
  const found = now.found || isRight
  const direction = given.number < task.number ? 'higher' : 'lower'
  const told = flaws.answer?.(given, task) ?? `It is ${direction}.`
  const state = { guesses: now.guesses + 1, found }
  return { state, content: found ? 'Yes, that is the number.' : told }
}
