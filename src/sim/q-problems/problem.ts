import type { RandomStream } from '../random.ts'
import type { LiteralValue } from './literal.ts'

export const TOPICS = [
  'arithmetic',
  'lists',
  'strings',
  'dictionaries',
  'tables',
  'dates',
  'recursion',
  'dynamic-programming',
  'simulation',
  'graphs',
  'market-data',
  'records',
  'speed',
  'work',
] as const
type Topic = (typeof TOPICS)[number]

/**
 * From 1, a line of q, to 3, an algorithm. At 4, several stated cases. At 5, many cases that
 * interact, or loops over the items exceed the step limit. At 6, more of both, with less help.
 */
export const LEVELS = [1, 2, 3, 4, 5, 6] as const
type Level = (typeof LEVELS)[number]

/** A problem as its author writes it. */
interface ProblemSketch<Arguments extends readonly LiteralValue[]> {
  /** Unique and stable: it decides the problem's split. */
  readonly id: string
  readonly level: Level
  readonly statement: string
  /** The arguments of `solve` in order, with their types for `literal`. */
  readonly takes: Readonly<Record<string, string>>
  /** The arguments as q expressions, if they are too long to write out. */
  readonly written?: (...args: NoInfer<Arguments>) => readonly string[]
  /** The step limit of a call, if it is below the environment's. */
  readonly fuel?: number
  /** The type of the result. */
  readonly gives: string
  /** Arguments of a test. */
  readonly draw: (random: RandomStream) => Arguments
  /** Arguments in every set of tests: small and unusual ones. */
  readonly edges?: readonly NoInfer<Arguments>[]
  /** The right answer, computed independently of q. */
  readonly reference: (...args: NoInfer<Arguments>) => LiteralValue
  /** q code that passes every test. */
  readonly solution: string
  /** Plausible q code that fails some test. */
  readonly wrong: string
}

/** A problem after erasing its argument types to plain values. */
export interface Problem {
  readonly id: string
  readonly topic: Topic
  readonly level: Level
  readonly statement: string
  readonly takes: readonly { readonly name: string; readonly type: string }[]
  readonly written?: ((args: readonly LiteralValue[]) => readonly string[]) | undefined
  readonly fuel?: number | undefined
  readonly gives: string
  readonly draw: (random: RandomStream) => readonly LiteralValue[]
  readonly edges: readonly (readonly LiteralValue[])[]
  readonly reference: (args: readonly LiteralValue[]) => LiteralValue
  readonly solution: string
  readonly wrong: string
}

/** A problem before it has its topic. */
export type Untopical = Omit<Problem, 'topic'>

/** Checks a sketch's types and erases them. */
export function problem<Arguments extends readonly LiteralValue[] | []>(
  sketch: ProblemSketch<Arguments>,
): Untopical {
  const { written } = sketch
  const as = (args: readonly LiteralValue[]): Arguments => args as unknown as Arguments
  return {
    ...sketch,
    written: written && ((args) => written(...as(args))),
    takes: Object.entries(sketch.takes).map(([name, type]) => ({ name, type })),
    edges: sketch.edges ?? [],
    reference: (args) => sketch.reference(...as(args)),
  }
}

/** The problems of one topic. */
export const topic = (name: Topic, problems: readonly Untopical[]): readonly Problem[] =>
  problems.map((one) => ({ ...one, topic: name }))
