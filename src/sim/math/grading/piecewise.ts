import type { Node } from './node.ts'
import { complement, type RealSet, realSetOf, sameSet, union } from './real-set.ts'
import type { ComparisonContext, Matching } from './same-value.ts'
import { symbolsOf } from './tree.ts'

type Piecewise = Extract<Node, { kind: 'piecewise' }>

/** Whether two piecewise values have the same branches under the same conditions, in any order. */
export function samePieces(
  gold: Node,
  answer: Node,
  context: ComparisonContext,
  matching: Matching,
): boolean {
  if (gold.kind !== 'piecewise' || answer.kind !== 'piecewise') return false
  if (gold.values.length !== answer.values.length) return false
  const [wanted, given] = [setsOf(gold, context), setsOf(answer, context)]
  const isSameLetter = lettersOf(gold) === lettersOf(answer)
  const sameCondition = (at: number, other: number): boolean => {
    const [first, second] = [wanted[at] ?? null, given[other] ?? null]
    if (first !== null && second !== null) return isSameLetter && sameSet(first, second, context)
    const [one, two] = [gold.conditions[at] ?? null, answer.conditions[other] ?? null]
    return one === null || two === null ? one === two : matching(one, two, context)
  }
  const used = new Set<number>()
  return gold.values.every((value, at) => {
    const match = answer.values.findIndex(
      (other, row) => !used.has(row) && sameCondition(at, row) && matching(value, other, context),
    )
    used.add(match)
    return match >= 0
  })
}

const lettersOf = ({ conditions }: Piecewise): string =>
  [...new Set(conditions.flatMap((each) => (each === null ? [] : [...symbolsOf(each)])))].join()

/** The numbers that satisfy each condition; "otherwise" gets those that remain. */
function setsOf(
  { conditions }: Piecewise,
  { work }: ComparisonContext,
): readonly (RealSet | null)[] {
  const sets = conditions.map((each) => (each === null ? null : realSetOf(each, work)))
  const at = conditions.indexOf(null)
  if (at < 0) return sets
  const others = union(sets.filter((_, index) => index !== at))
  return sets.map((set, index) => (index === at && others !== null ? complement(others) : set))
}
