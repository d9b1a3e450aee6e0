import type { Node } from './node.ts'
import { exchange, symbolsOf } from './tree.ts'

/** The letter that an answer says is any whole number, as in `2k, k \in \mathbb{Z}`. */
export function parameterOf(node: Node): string | null {
  if (node.kind !== 'list') return null
  for (const item of node.items) {
    const isRange =
      item.kind === 'member' &&
      item.of.kind === 'symbol' &&
      item.set.kind === 'constant' &&
      (item.set.name === 'integers' || item.set.name === 'naturals')
    if (isRange && item.of.kind === 'symbol') return item.of.name
  }
  return null
}

/** What is known of a letter that may have any name. */
export interface Named {
  readonly node: Node
  /** The letter that stands for any whole number; `null` if none is said to. */
  readonly parameter: string | null
}

const COUNTERS = new Set(['k', 'm', 'n'])

/**
 * The answer with such a letter called as in the gold: a whole number, or a constant that was
 * added. `null` if no letter could have another name.
 */
export function renamedAsIn(gold: Named, answer: Named): Node | null {
  const { parameter } = answer
  if (parameter === null && (gold.node.kind !== 'sum' || answer.node.kind !== 'sum')) return null
  const [wanted, given] = [symbolsOf(gold.node), symbolsOf(answer.node)]
  if (parameter !== null) {
    const counters = [...wanted].filter((name) => COUNTERS.has(name))
    const name = gold.parameter ?? (counters.length === 1 ? counters[0] : undefined)
    return name === undefined ? null : renamed(answer.node, given, parameter, name)
  }
  const isAdded = ({ node }: Named, name: string): boolean =>
    node.kind === 'sum' && node.terms.some((term) => term.kind === 'symbol' && term.name === name)
  for (const [name, other] of [
    ['C', 'c'],
    ['c', 'C'],
  ] as const) {
    const isConstant = isAdded(gold, name) && isAdded(answer, other) && !wanted.has(other)
    if (isConstant) return renamed(answer.node, given, other, name)
  }
  return null
}

function renamed(node: Node, taken: ReadonlySet<string>, from: string, to: string): Node | null {
  if (from === to || taken.has(to)) return null
  return exchange(node, (part) =>
    part.kind === 'symbol' && part.name === from ? { kind: 'symbol', name: to } : part,
  )
}
