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
  const [wanted] = (gold.premises ?? []).filter(isCondition)
  const [given] = (answer.premises ?? []).filter(isCondition)
  if (given === undefined) return true
  if (wanted === undefined) return !MUST_HOLD.test(given.arrow)
  const [first, second] = [wanted.items[0] as Node, given.items[0] as Node]
  if (first.kind === 'text' && second.kind === 'text') {
    return [first.text, second.text].some((text) => HOLDS_ALWAYS.test(text)) || same(first, second)
  }
  const areStatements = first.kind === 'relation' && second.kind === 'relation'
  return !areStatements || matches(first, second, context)
}

const same = (first: { text: string }, second: { text: string }): boolean =>
  first.text === second.text

const isCondition = ({ arrow }: Premise): boolean => CONDITION.test(arrow)

/**
 * Whether the left sides of two answers' arrows permit that they are equal. Steps of an argument
 * may be omitted; the left side of a map or an implication may not.
 */
export function samePremises(
  gold: WithPremises,
  answer: WithPremises,
  context: ComparisonContext,
): boolean {
  if (!sameConditions(gold, answer, context)) return false
  const [wanted, given] = [gold, answer].map(({ premises = [] }) =>
    premises.filter((each) => !isCondition(each)),
  ) as [Premise[], Premise[]]
  if (wanted.every(isStep)) return given.every((each) => !isMap(each))
  if (wanted.length !== given.length) return false
  return wanted.every((premise, at) => {
    const other = given[at]
    if (other === undefined || kindOf(premise) !== kindOf(other)) return false
    if (premise.items.length !== other.items.length) return false
    return premise.items.every((item, index) => {
      return matches(item, other.items[index] as Node, context)
    })
  })
}

/** `x^2 = 4 ⇒ x = 2`: an equation that leads to the next. */
const isStep = ({ items }: Premise): boolean => items.length === 0 || items.every(isStatement)

/** A plain arrow after something that is not a statement. */
const isMap = (premise: Premise): boolean => kindOf(premise) === 'map' && !isStep(premise)

const kindOf = ({ arrow }: Premise): string => {
  if (/^(?:Left|iff)/.test(arrow)) return 'both'
  return /^(?:to|mapsto|rightarrow|longrightarrow|→)$/.test(arrow) ? 'map' : 'argument'
}
