import { isGenerator } from '../../tools/effect.ts'
import { failureText } from '../../tools/failure-text.ts'
import { STEP_CHARACTERS_MAX } from '../episode.ts'
import { WorldFailure } from '../failure.ts'
import type { AnyEnvironment } from '../plugin.ts'
import { must } from './bench.ts'
import type { ConformanceHost } from './host.ts'

/** The function of an environment that runs, for a report on a call that does not end. */
export interface RunningCall {
  name: string
}

export const NO_CALL = 'the check'

interface GuardOptions {
  readonly running: RunningCall
  /** The place of a failure in the environment's code, if it is known. */
  readonly locate: ConformanceHost['locate']
}

type AnyFunction = (...given: never[]) => unknown
/** Refuses a result whose form would make the kernel fail in a way that explains nothing. */
type ResultCheck = (result: unknown, name: string) => void

/** Functions whose failures get their name, and what their results must be. */
const GUARDED = {
  open: mustBeTransition,
  step: mustBeTransition,
  score: mustBeParts,
  measure: mustBeObject,
  nextTurn: mustBeObject,
}
const AUDIT = {
  solve: mustBeKnown,
  hiddenVariant: mustBeKnown,
  sampleActions: mustBeActions,
}
const TEACHING = {
  critique: mustBeKnown,
  account: mustBeKnown,
}

/** The environment, whose failures name the function and say what is wrong with its result. */
export function guarded(environment: AnyEnvironment, options: GuardOptions): AnyEnvironment {
  const { audit, teaching } = environment
  return {
    ...environment,
    ...guardedMembers(environment, GUARDED, { prefix: '', ...options }),
    audit: withMembers(audit, guardedMembers(audit, AUDIT, { prefix: 'audit.', ...options })),
    teaching: withMembers(
      teaching,
      guardedMembers(teaching, TEACHING, { prefix: 'teaching.', ...options }),
    ),
  }
}

/** An object with other members. Its prototype has the rest, so instances of classes work too. */
const withMembers = <Holder extends object>(holder: Holder, members: object): Holder =>
  Object.create(holder, Object.getOwnPropertyDescriptors(members)) as Holder

function guardedMembers(
  holder: object,
  checks: Readonly<Record<string, ResultCheck>>,
  { prefix, ...options }: GuardOptions & { readonly prefix: string },
): object {
  const members = Object.entries(checks).flatMap(([name, check]) => {
    const original = (holder as Readonly<Record<string, unknown>>)[name]
    if (typeof original !== 'function') return []
    return [[name, guardedFunction(original as AnyFunction, `${prefix}${name}`, check, options)]]
  })
  return Object.fromEntries(members)
}

function guardedFunction(
  original: AnyFunction,
  name: string,
  check: ResultCheck,
  { running, locate }: GuardOptions,
): AnyFunction {
  const call = <Result>(work: () => Result): Result => {
    running.name = name
    try {
      return work()
    } catch (error) {
      if (error instanceof WorldFailure) throw error
      const location = locate(error)
      const where = location === undefined ? '' : `, in ${location}`
      throw new Error(`${name}: ${failureText(error)}${where}`, { cause: error })
    } finally {
      // A call that is stopped does not get here.
      running.name = NO_CALL
    }
  }
  function* watched(work: Generator<unknown, unknown, never>): Generator {
    const advance = (answer?: never) => {
      const progress = call(() => work.next(...(answer === undefined ? [] : [answer])))
      mustBeKnown(progress, name)
      return progress
    }
    let progress = advance()
    while (!progress.done) progress = advance((yield progress.value) as never)
    check(progress.value, name)
    return progress.value
  }
  return function (this: unknown, ...given) {
    const result = call(() => original.apply(this, given))
    if (isGenerator(result)) return watched(result as never)
    check(result, name)
    return result
  }
}

const isPromise = (value: unknown): boolean =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

function mustBeKnown(result: unknown, name: string): void {
  must(!isPromise(result), `${name} returned a promise: write it without async and await`)
}

function mustBeObject(result: unknown, name: string): void {
  mustBeKnown(result, name)
  must(typeof result === 'object' && result !== null, `${name} returned ${String(result)}`)
}

function mustBeTransition(result: unknown, name: string): void {
  mustBeObject(result, name)
  const { state, messages, events } = result as Readonly<Record<string, unknown>>
  must(typeof state === 'object' && state !== null, `${name} returned the state ${String(state)}`)
  must(Array.isArray(messages), `${name} returned no list of messages${FORGOTTEN}`)
  const characters = messages.reduce((sum, one) => sum + textLength(one), 0)
  must(
    characters <= STEP_CHARACTERS_MAX,
    `${name} returned messages of more than ${STEP_CHARACTERS_MAX} characters: many clients end ` +
      'the connection. Return less',
  )
  must(events === undefined || Array.isArray(events), `${name} returned events that are no list`)
}

const textLength = (message: unknown): number => {
  const { content } = (message ?? {}) as { readonly content?: unknown }
  return typeof content === 'string' ? content.length : 0
}

const FORGOTTEN =
  ': return next(…), terminated(…) or truncated(…), and write yield* before eachCall'

function mustBeParts(result: unknown, name: string): void {
  mustBeObject(result, name)
  for (const [part, value] of Object.entries(result as object)) {
    must(
      Number.isInteger(value),
      `${name} returned ${String(value)} for "${part}": parts are whole thousandths`,
    )
  }
}

function mustBeActions(result: unknown, name: string): void {
  mustBeKnown(result, name)
  must(Array.isArray(result) && result.length > 0, `${name} returned no list of turns, or none`)
}
