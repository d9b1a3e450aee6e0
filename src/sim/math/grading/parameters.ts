import type { ConstantName, Node } from './node.ts'
import { collectSymbols, replaceNodes } from './tree.ts'

/** A letter that is declared as an arbitrary number of a kind, as in `2k, k \in \mathbb{Z}`. */
export interface Parameter {
  readonly name: string
  readonly kind: ConstantName
}

const PARAMETER_SETS: ReadonlySet<ConstantName> = new Set(['integers', 'naturals', 'rationals'])

/** Finds the letter that an answer declares as an arbitrary number of a kind. `null` if none. */
export function findParameter(node: Node): Parameter | null {
  if (node.kind !== 'list') return null
  for (const { kind, element, set } of node.items.filter((item) => item.kind === 'member')) {
    if (kind !== 'member' || element.kind !== 'symbol' || set.kind !== 'constant') continue
    if (PARAMETER_SETS.has(set.name)) return { name: element.name, kind: set.name }
  }
  return null
}

/** Whether the answer covers other numbers than the gold: 1, 2 and 3 instead of all up to 3. */
export function hasOtherDomain(gold: ParsedAnswer, answer: ParsedAnswer): boolean {
  const [goldParameter, answerParameter] = [gold.parameter, answer.parameter]
  // The integers of an interval are not the same set as the interval.
  if (goldParameter !== null && containsInterval(gold.node) && containsInterval(answer.node)) {
    return (
      answerParameter === null ||
      (goldParameter.kind === 'rationals') !== (answerParameter.kind === 'rationals')
    )
  }
  if (answerParameter === null) return false
  if (goldParameter !== null)
    return goldParameter.kind !== answerParameter.kind && !containsInterval(answer.node)
  return containsInterval(answer.node)
}

/** Whether a set of numbers contains an interval. */
const containsInterval = (node: Node): boolean =>
  node.kind === 'relation'
    ? node.comparisons.some((sign) => sign !== '=' && sign !== '!=')
    : node.kind === 'tuple' ||
      (node.kind === 'member' && containsInterval(node.set)) ||
      node.kind === 'combined' ||
      (node.kind === 'list' && node.items.some(containsInterval))

/** An answer and its declared letter. */
interface ParsedAnswer {
  readonly node: Node
  /** The letter that stands for an arbitrary number of a kind, or `null`. */
  readonly parameter: Parameter | null
}

const COUNTERS = new Set(['k', 'm', 'n'])

/**
 * The answer with its free letter renamed as in the gold: an arbitrary integer, or an added
 * constant. `null` if no letter may be renamed.
 */
export function renameParameter(gold: ParsedAnswer, answer: ParsedAnswer): Node | null {
  const { parameter } = answer
  if (parameter === null && (gold.node.kind !== 'sum' || answer.node.kind !== 'sum')) return null
  const [goldSymbols, answerSymbols] = [collectSymbols(gold.node), collectSymbols(answer.node)]
  if (parameter !== null) {
    const counters = [...goldSymbols].filter((name) => COUNTERS.has(name))
    const name = gold.parameter?.name ?? (counters.length === 1 ? counters[0] : undefined)
    return name === undefined
      ? null
      : renameSymbol(answer.node, answerSymbols, parameter.name, name)
  }
  const isAdded = ({ node }: ParsedAnswer, name: string): boolean =>
    node.kind === 'sum' && node.terms.some((term) => term.kind === 'symbol' && term.name === name)
  const name = ['C', 'c'].find((letter) => isAdded(gold, letter))
  const otherName = [...answerSymbols].find(
    (letter) => CONSTANT.test(letter) && isAdded(answer, letter) && !goldSymbols.has(letter),
  )
  return name === undefined || otherName === undefined
    ? null
    : renameSymbol(answer.node, answerSymbols, otherName, name)
}

/** Letters for a constant of integration. */
const CONSTANT = /^[CcKk](_[01])?$/

function renameSymbol(
  node: Node,
  usedNames: ReadonlySet<string>,
  oldName: string,
  newName: string,
): Node | null {
  if (oldName === newName || usedNames.has(newName)) return null
  return replaceNodes(node, (part) =>
    part.kind === 'symbol' && part.name === oldName ? { kind: 'symbol', name: newName } : part,
  )
}
