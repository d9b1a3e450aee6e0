import type { Premise } from './cursor.ts'
import { matches } from './match.ts'
import type { Node } from './node.ts'
import { isStatement } from './parse-cases.ts'
import type { ComparisonContext } from './same-value.ts'

interface WithPremises {
  readonly premises?: readonly Premise[]
}

/** Words that begin a condition that changes or identifies the value. */
const CONDITION = /^(?:if|provided|for|where|when|whenever|with|given)$/
const MUST_HOLD = /^(?:if|provided)$/
/** A condition that excludes nothing. */
const HOLDS_ALWAYS = /\b(?:all|any|every|each|real|integers?)\b/

/** Whether every condition of the answer occurs in the gold. A gold may have none. */
function sameConditions(
  gold: WithPremises,
  answer: WithPremises,
  context: ComparisonContext,
): boolean {
  const [goldCondition] = (gold.premises ?? []).filter(isCondition)
  const [answerCondition] = (answer.premises ?? []).filter(isCondition)
  if (answerCondition === undefined) return true
  if (goldCondition === undefined) return !MUST_HOLD.test(answerCondition.arrow)
  const [goldText, answerText] = [goldCondition.items[0] as Node, answerCondition.items[0] as Node]
  if (goldText.kind === 'text' && answerText.kind === 'text') {
    return (
      [goldText.text, answerText.text].some((text) => HOLDS_ALWAYS.test(text)) ||
      hasSameText(goldText, answerText)
    )
  }
  const areStatements = goldText.kind === 'relation' && answerText.kind === 'relation'
  return !areStatements || matches(goldText, answerText, context)
}

const hasSameText = (first: { text: string }, second: { text: string }): boolean =>
  first.text === second.text

const isCondition = ({ arrow }: Premise): boolean => CONDITION.test(arrow)

/**
 * Whether the premises of two answers, the left sides of their arrows, allow the answers to be
 * equal. Steps of an argument may be omitted; the left side of a map or an implication may not.
 */
export function samePremises(
  gold: WithPremises,
  answer: WithPremises,
  context: ComparisonContext,
): boolean {
  if (!sameConditions(gold, answer, context)) return false
  const [goldPremises, answerPremises] = [gold, answer].map(({ premises = [] }) =>
    premises.filter((each) => !isCondition(each)),
  ) as [Premise[], Premise[]]
  if (goldPremises.every(isStep)) return answerPremises.every((premise) => !isMap(premise))
  if (goldPremises.length !== answerPremises.length) return false
  return goldPremises.every((premise, index) => {
    const answerPremise = answerPremises[index]
    if (answerPremise === undefined || arrowKind(premise) !== arrowKind(answerPremise)) return false
    if (premise.items.length !== answerPremise.items.length) return false
    return premise.items.every((item, index) => {
      return matches(item, answerPremise.items[index] as Node, context)
    })
  })
}

/** `x^2 = 4 ⇒ x = 2`: an equation that leads to the next. */
const isStep = ({ items }: Premise): boolean => items.length === 0 || items.every(isStatement)

/** A plain arrow after something that is not a statement. */
const isMap = (premise: Premise): boolean => arrowKind(premise) === 'map' && !isStep(premise)

const arrowKind = ({ arrow }: Premise): string => {
  if (/^(?:Left|iff)/.test(arrow)) return 'both'
  return /^(?:to|mapsto|rightarrow|longrightarrow|→)$/.test(arrow) ? 'map' : 'argument'
}
