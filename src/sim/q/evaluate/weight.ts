import type { Node } from '../parser/ast.ts'
import { isCondition } from './condition.ts'
import { childNodes } from './locals.ts'

/** The stack units of a call itself. */
const CALL = 1
/** The additional stack units of `@` and `.`. */
const THROUGH_APPLY = 4

/** The stack units that a call may use before its next call: see `depthMax` of `Limits`. */
export function codeWeight(body: readonly (Node | undefined)[]): number {
  return CALL + deepest(body, 1)
}

function deepest(nodes: readonly (Node | undefined)[], level: number): number {
  let heaviest = 0
  for (const node of nodes) {
    if (node === undefined || node.kind === 'lambda') continue
    const nodeLevel = node.kind === 'apply' ? level + through(node.target) : 0
    const within = level + (node.kind === 'control' && node.word !== '$' ? 2 : 1)
    heaviest = Math.max(heaviest, nodeLevel, deepest(childNodes(node), within))
  }
  return heaviest
}

/** Only operators that apply functions make calls. */
function through(target: Node): number {
  if (target.kind !== 'verb') return 0
  return target.name === '@' || target.name === '.' ? THROUGH_APPLY : Number.NEGATIVE_INFINITY
}

/** Whether `:x` occurs within an expression, where it needs a jump. As a statement it does not. */
export function hasJump(body: readonly (Node | undefined)[]): boolean {
  return body.some((node) => node !== undefined && jumps(node, true))
}

function jumps(node: Node, isStatement: boolean): boolean {
  if (node.kind === 'return') return !isStatement || hasJumpWithin([node.value])
  if (node.kind === 'control' && isStatement) {
    return node.parts.some((part, i) => part !== undefined && jumps(part, !isCondition(node, i)))
  }
  return hasJumpWithin(childNodes(node))
}

const hasJumpWithin = (nodes: readonly (Node | undefined)[]): boolean =>
  nodes.some((node) => node !== undefined && node.kind !== 'lambda' && jumps(node, false))
