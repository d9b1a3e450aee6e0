import { hashKey } from '../comparison/match.ts'
import { QError } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import type { Interpreter } from './interpreter.ts'
import { eachNode } from './locals.ts'

const VARIABLES_MAX = 110
const CONSTANTS_MAX = 240

/**
 * Refuses a lambda that uses more names or constants than q's code has room for.
 *
 * @throws QError `locals`, `globals` or `limit`
 */
export function checkSizes(
  q: Interpreter,
  { body, position }: LambdaNode,
  parameters: readonly string[],
  locals: readonly string[],
): void {
  const own = locals.length - parameters.length
  if (own > VARIABLES_MAX) throw new QError('locals', position)
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
  if (constants.size > CONSTANTS_MAX - own - globals.size) throw new QError('limit', position)
}
