import { hashKey } from '../comparison/match.ts'
import { QError } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import type { Interpreter } from './interpreter.ts'
import { eachNode } from './locals.ts'

const VARIABLES_MAX = 110
const CONSTANTS_MAX = 240

/**
 * Refuses a lambda that amends a global before it assigns a local of the same name: `{a::1;a:1}`.
 *
 * @throws QError with the name
 */
export function checkLocals({ body }: LambdaNode, parameters: readonly string[]): void {
  const knownNames = new Set(parameters)
  const amendedNames = new Set<string>()
  for (const statement of body) {
    const assignedPositions = new Map<string, number>()
    const amends: string[] = []
    const visit = (node: Node): void => {
      if (node.kind !== 'assign') return
      if (node.global) amends.push(node.name)
      else if (node.indexes === undefined && node.operator === undefined) {
        assignedPositions.set(node.name, node.position - node.name.length)
      }
    }
    if (statement !== undefined) eachNode(statement, visit)
    for (const [name, position] of assignedPositions) {
      if (amendedNames.has(name)) throw new QError(name, position)
      knownNames.add(name)
    }
    for (const name of amends) if (!knownNames.has(name)) amendedNames.add(name)
  }
}

/**
 * Refuses a lambda with more names or constants than q's bytecode can address.
 *
 * @throws QError `locals`, `globals` or `limit`
 */
export function checkSizes(
  q: Interpreter,
  { body, position }: LambdaNode,
  parameters: readonly string[],
  locals: readonly string[],
): void {
  const localCount = locals.length - parameters.length
  if (localCount > VARIABLES_MAX) throw new QError('locals', position)
  const globals = new Set<string>()
  const constants = new Set<string | number | bigint>()
  const visit = (node: Node): void => {
    if (node.kind === 'constant') constants.add(hashKey(node.value))
    if ((node.kind === 'name' || node.kind === 'assign') && !locals.includes(node.name)) {
      if (q.verbs.find(node.name) === undefined) globals.add(node.name)
    }
  }
  for (const statement of body) if (statement !== undefined) eachNode(statement, visit)
  if (globals.size > VARIABLES_MAX) throw new QError('globals', position)
  if (constants.size > CONSTANTS_MAX - localCount - globals.size)
    throw new QError('limit', position)
}
