import type { Premise } from './cursor.ts'
import { matches } from './match.ts'
import type { Node } from './node.ts'
import { isStatement } from './parse-cases.ts'
import type { Comparing } from './same-value.ts'

interface Argued {
  readonly premises?: readonly Premise[]
}

/**
 * Whether what stands before the arrows of two answers allows that they are the same. Steps of an
 * argument may be left out; the left side of a map or an implication may not.
 */
export function samePremises(gold: Argued, answer: Argued, comparing: Comparing): boolean {
  const [wanted, given] = [gold.premises ?? [], answer.premises ?? []]
  if (wanted.every(isStep)) return given.every((each) => !isMap(each))
  if (wanted.length !== given.length) return false
  return wanted.every((premise, at) => {
    const other = given[at]
    if (other === undefined || kindOf(premise) !== kindOf(other)) return false
    if (premise.items.length !== other.items.length) return false
    return premise.items.every((item, place) => {
      return matches(item, other.items[place] as Node, comparing)
    })
  })
}

/** `x^2 = 4 ⇒ x = 2`: an equation that leads to the next. */
const isStep = ({ items }: Premise): boolean => items.length === 0 || items.every(isStatement)

/** An arrow with one line, from what is no statement. */
const isMap = (premise: Premise): boolean => kindOf(premise) === 'map' && !isStep(premise)

const kindOf = ({ arrow }: Premise): string => {
  if (/^(?:Left|iff)/.test(arrow)) return 'both'
  return /^(?:to|mapsto|rightarrow|longrightarrow|→)$/.test(arrow) ? 'map' : 'argument'
}
