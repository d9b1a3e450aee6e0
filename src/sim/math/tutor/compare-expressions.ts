import { type Node, realValue, symbolsOf, withSymbols } from '../grading/index.ts'
import { compareRatio, isNear } from './compare-numbers.ts'
import type { FindingKind } from './finding.ts'

/** Values for letters; none is a root or a pole of usual problems. */
const PROBES = [0.731, 1.417, 2.293, 3.149] as const

/** The kind of mistake of an expression with letters, compared with the right one. */
export function compareExpressions(gold: Node, answer: Node): FindingKind {
  const [wanted, given] = [symbolsOf(gold), symbolsOf(answer)]
  if ([...given].some((name) => !wanted.has(name))) return 'letters'
  const letters = [...wanted].sort()
  const pairs: (readonly [gold: number, answer: number])[] = []
  for (const probe of PROBES) {
    const values = new Map(letters.map((letter, index) => [letter, probe + 0.37 * index]))
    const one = realValue(withSymbols(gold, values))
    const other = realValue(withSymbols(answer, values))
    if (one === null || other === null || one === 0) return 'expression'
    pairs.push([one, other])
  }
  const ratios = pairs.map(([one, other]) => other / one)
  if (areEqual(ratios)) return compareRatio(ratios[0] as number) ?? 'factor'
  if (areEqual(pairs.map(([one, other]) => other - one))) return 'constant_term'
  return 'expression'
}

const areEqual = (values: readonly number[]): boolean =>
  values.every((value) => Number.isFinite(value) && isNear(value, values[0] as number))
