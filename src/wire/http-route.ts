import { z } from 'zod'
import { Fault, shown } from './faults.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS, type OperationName, operations } from './operations.ts'

/** An operation's HTTP method and path, and the locations of its parameters. */
export interface HttpRoute {
  readonly name: OperationName
  readonly operation: Operation
  readonly method: 'GET' | 'POST'
  /** With `{name}` for members of the parameters. */
  readonly path: string
  /** Members in the path, in order. */
  readonly inPath: readonly string[]
  /** The schema of a GET's query; undefined if it has none. */
  readonly query: z.ZodObject | undefined
  /** The schema of a POST's body; undefined if it has none. */
  readonly body: z.ZodObject | undefined
}

/** How HTTP writes a list; a socket has one form of answer. */
export const LIST_FORMATS: readonly string[] = ['json', 'jsonl']

const FORMAT = { format: z.enum(LIST_FORMATS).default('json') }

/** Every route, in the order of the table. */
export const HTTP_ROUTES: readonly HttpRoute[] = operations.flatMap(([name, { http }]) =>
  http === undefined ? [] : [buildRoute(name, http)],
)

function buildRoute(name: OperationName, http: string): HttpRoute {
  const operation: Operation = OPERATIONS[name]
  const [method, path] = http.split(' ') as ['GET' | 'POST', string]
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const elsewhere = [...inPath, ...('resume_key' in operation.params.shape ? ['resume_key'] : [])]
  const bodyMembers = without(operation.params, elsewhere)
  const inputSchema = operation.lines === true ? bodyMembers.extend(FORMAT) : bodyMembers
  const hasInput = Object.keys(inputSchema.shape).length > 0
  const query = method === 'GET' && hasInput ? inputSchema : undefined
  const body = method === 'POST' && hasInput ? inputSchema : undefined
  return { name, operation, method, path, inPath, query, body }
}

/** The schema without members; zod refuses to take one from a schema with a rule across members. */
function without(params: z.ZodObject, names: readonly string[]): z.ZodObject {
  if (names.length === 0) return params.clone()
  return params.omit(Object.fromEntries(names.map((name) => [name, true])) as Record<never, true>)
}

/** A number as JSON writes it, also with an exponent. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Converts a query's texts to the JSON values of its schema: numbers, booleans, and lists, whose
 * members are separated by commas.
 *
 * @throws Fault `request/invalid` for a name that is given twice
 */
export function queryValues(
  schema: z.ZodObject | undefined,
  texts: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  const parseValue = ([name, given]: [string, readonly string[]]): [string, unknown] => {
    const [text = ''] = given
    if (given.length > 1) {
      throw new Fault('request/invalid', `${shown(name)} is in the query ${given.length} times`, {
        hint: 'Give it once. The members of a list are separated by commas.',
        details: { path: [name] },
      })
    }
    // A name such as "constructor" is no member, though every object has it.
    const isMember = schema !== undefined && Object.hasOwn(schema.shape, name)
    const kind = isMember ? valueKind(schema.shape[name] as z.ZodType) : undefined
    if (kind === 'number' && NUMBER.test(text)) return [name, Number(text)]
    if (kind === 'boolean' && (text === 'true' || text === 'false')) return [name, text === 'true']
    if (kind === 'array') return [name, text.split(',')]
    return [name, text]
  }
  return Object.fromEntries(Object.entries(texts).map(parseValue))
}

/** Whether a query has it as a list. */
export const takesList = (schema: z.ZodType): boolean => valueKind(schema) === 'array'

function valueKind(schema: z.ZodType): string {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) {
    inner = inner.unwrap() as z.ZodType
  }
  return inner.def.type
}
