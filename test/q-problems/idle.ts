import { VERB_TABLE } from '../../src/sim/q/verb-table.ts'
import { type LiteralValue, literal } from '../../src/sim/q-problems/literal.ts'
import type { Problem } from '../../src/sim/q-problems/problem.ts'
import type { TaskTest } from '../../src/sim/q-problems/task.ts'
import { type Mutant, programMutant } from './mutants.ts'

const MONADS = VERB_TABLE.verbs.map(({ name }) => name).filter((name) => /^[a-z]+$/.test(name))
const OPERATORS = ['+', '-', '*', '%', '=', '<>', '<', '>', '<=', '>=', '&', '|', '#', '_', ',']
const DYADS = [...OPERATORS, '~', '?', '!', '^', '@', '$', 'cut', 'div', 'mod', 'in', 'within']
const MORE = [
  'except',
  'inter',
  'union',
  'xbar',
  'msum',
  'mavg',
  'mmax',
  'rotate',
  'vs',
  'sv',
  'bin',
]

/** Programs of hardly a word: an argument as it came, and each verb on one or two of them. */
export function singleVerbs({ takes, solution }: Problem): Mutant[] {
  const names = takes.map((_, at) => `a${at}`)
  const bodies = names.flatMap((one) => [
    one,
    ...MONADS.map((verb) => `${verb} ${one}`),
    ...names
      .filter((other) => other !== one)
      .flatMap((other) => [...DYADS, ...MORE].map((verb) => `${one} ${verb} ${other}`)),
  ])
  return bodies.map((body) => programMutant(solution, `solve:{[${names.join(';')}] ${body}}`, body))
}

/** Whether what others have seen passes: calls that they remember, and a guess for the rest. */
export function isRemembered(
  hidden: readonly TaskTest[],
  shown: readonly TaskTest[],
  earlier: readonly (readonly TaskTest[])[],
): boolean {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const test of [...earlier.flat(), ...shown]) {
    const result = test.expected ?? ''
    known.set(test.arguments.join(';'), result)
    counts.set(result, (counts.get(result) ?? 0) + 1)
  }
  const [[guess = ''] = []] = [...counts].sort(([, one], [, other]) => other - one)
  const answer = (test: TaskTest): string => known.get(test.arguments.join(';')) ?? guess
  return hidden.every((test) => answer(test) === test.expected)
}

/** Whether one constant passes, whichever it is. */
export const isConstant = (hidden: readonly TaskTest[]): boolean =>
  new Set(hidden.map(({ expected }) => expected)).size <= 1

/** A test of these arguments. */
export const testFor = (
  { takes, gives, reference, written }: Problem,
  args: readonly LiteralValue[],
) => ({
  arguments:
    written?.(args) ?? takes.map(({ type }, at) => literal(type, args[at] as LiteralValue)),
  expected: literal(gives, reference(args)),
})
