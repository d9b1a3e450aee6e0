import type { Node } from './node.ts'
import { complement, type RealSet, sameSet, toRealSet, unionOf } from './real-set.ts'
import type { ComparisonContext } from './same-value.ts'
import { collectSymbols } from './tree.ts'

type Piecewise = Extract<Node, { kind: 'piecewise' }>

/** Whether two piecewise values have the same branches under the same conditions, in any order. */
export function samePieces(
  gold: Node,
  answer: Node,
  context: ComparisonContext,
  same: (gold: Node, answer: Node) => boolean,
): boolean {
  if (gold.kind !== 'piecewise' || answer.kind !== 'piecewise') return false
  if (gold.values.length !== answer.values.length) return false
  const [goldSets, answerSets] = [conditionSets(gold, context), conditionSets(answer, context)]
  const isSameLetter = conditionLetters(gold) === conditionLetters(answer)
  const sameCondition = (goldIndex: number, answerIndex: number): boolean => {
    const [goldSet, answerSet] = [goldSets[goldIndex] ?? null, answerSets[answerIndex] ?? null]
    if (goldSet !== null && answerSet !== null)
      return isSameLetter && sameSet(goldSet, answerSet, context)
    const [goldCondition, answerCondition] = [
      gold.conditions[goldIndex] ?? null,
      answer.conditions[answerIndex] ?? null,
    ]
    return goldCondition === null || answerCondition === null
      ? goldCondition === answerCondition
      : same(goldCondition, answerCondition)
  }
  const usedIndexes = new Set<number>()
  return gold.values.every((value, index) => {
    const match = answer.values.findIndex(
      (candidate, candidateIndex) =>
        !usedIndexes.has(candidateIndex) &&
        sameCondition(index, candidateIndex) &&
        same(value, candidate),
    )
    usedIndexes.add(match)
    return match >= 0
  })
}

const conditionLetters = ({ conditions }: Piecewise): string =>
  [
    ...new Set(
      conditions.flatMap((condition) => (condition === null ? [] : [...collectSymbols(condition)])),
    ),
  ].join()

/** The numbers that satisfy each condition; "otherwise" gets those that remain. */
function conditionSets(
  { conditions }: Piecewise,
  { work }: ComparisonContext,
): readonly (RealSet | null)[] {
  const sets = conditions.map((condition) =>
    condition === null ? null : toRealSet(condition, work),
  )
  const otherwiseIndex = conditions.indexOf(null)
  if (otherwiseIndex < 0) return sets
  const coveredNumbers = unionOf(sets.filter((_, index) => index !== otherwiseIndex))
  return sets.map((set, index) =>
    index === otherwiseIndex && coveredNumbers !== null ? complement(coveredNumbers) : set,
  )
}
