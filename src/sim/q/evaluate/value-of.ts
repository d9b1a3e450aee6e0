import { resolveEnumeration } from '../dictionaries/enumerate.ts'
import { signal } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import { parseStatements } from '../parser/parser.ts'
import { isString, isSymbol, textOf } from '../values/access.ts'
import {
  char,
  chars,
  collapse,
  list,
  long,
  NIL,
  symbol,
  symbols,
  vectorOf,
} from '../values/build.ts'
import { BYTE, CHAR, isSymbolic, LONG } from '../values/types.ts'
import type { Lambda, Primitive, Projection, Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'
import { eachNode } from './locals.ts'

/** The operators in the order of the numbers that `value` returns. */
const NUMBERED = `:: + - * % & | ^ = < > $ , # _ ~ ! ? @ . 0: 1: 2: in within like bin ss insert
  wsum wavg div xexp setenv binr cov cor`.split(/\s+/)

/** The unary forms in the same order. */
const UNARY = [...':+-*%&|^=<>$,#_~!?@.'].map((operator) => `${operator}:`)

/** `value x`: evaluates text, names and lists; splits dictionaries and functions into parts. */
export function valueIn(x: Value, q: Interpreter): Value {
  switch (x.kind) {
    case 'atom':
      if (x.domain !== undefined) return resolveEnumeration(x, q)
      return isSymbol(x) ? valueOfName(x.value, q) : atomValue(x, q)
    case 'vector':
      if (x.domain !== undefined) return resolveEnumeration(x, q)
      return x.type === CHAR ? q.evaluate(textOf(x)) : callValue(x, q)
    case 'list':
      return x.items.length === 0 ? x : callValue(x, q)
    case 'dictionary':
      return x.values
    case 'table':
      return collapse(x.columns)
    case 'lambda':
      return x.parts?.() ?? lambdaParts(q, x)
    case 'projection':
      return projectionParts(x)
    case 'composition':
      return list([x.outer, x.inner])
    case 'derived':
      return x.target
    case 'primitive':
      return primitiveParts(x, q)
    case 'iterator':
      return long(["'", '/', '\\', "':", '/:', '\\:'].indexOf(x.iterator))
  }
}

function atomValue(x: Value, q: Interpreter): Value {
  return x.kind === 'atom' && x.type === CHAR ? q.evaluate(textOf(x)) : x
}

function valueOfName(name: string, q: Interpreter): Value {
  return q.valueOf(name)
}

/** Calls a list: the function comes first, as a value, a name, or text. */
function callValue(x: Value, q: Interpreter): Value {
  if (!isList(x)) return x
  if (x.kind === 'vector') {
    if (!isSymbolic(x.type) || x.data.length === 0) return x
    const [name, ...args] = x.data as string[]
    return q.apply(nameOrVerb(name as string, q), args.map(symbol))
  }
  const [head, ...args] = x.items as readonly [Value, ...Value[]]
  const isCharacter = head.kind === 'atom' && head.type === CHAR
  if (isCharacter || isString(head)) return q.apply(q.evaluate(textOf(head)), args)
  const isName = isSymbol(head)
  const target = isName ? nameOrVerb(head.value as string, q) : head
  return q.apply(target, args.length === 0 ? [NIL] : args)
}

function nameOrVerb(name: string, q: Interpreter): Value {
  const verb = q.verbs.find(name)
  return verb === undefined ? valueOfName(name, q) : { kind: 'primitive', verb }
}

/**
 * The number of an operator, or the parts of a keyword.
 *
 * @throws QError `nyi` for a keyword that is defined in q
 */
function primitiveParts({ verb }: Primitive, q: Interpreter): Value {
  const positions = [NUMBERED.indexOf(verb.name), NUMBERED.indexOf(verb.shown)]
  const number = Math.max(UNARY.indexOf(verb.shown), ...positions)
  if (number >= 0) return long(number)
  if (verb.name === ':') return long(0)
  const eachForm = /^(.)(?:':|[/\\])$/.exec(verb.shown)
  if (eachForm !== null) return nameOrVerb(eachForm[1] as string, q)
  const not = nameOrVerb('not', q)
  if (verb.shown.startsWith('~')) return list([not, nameOrVerb(verb.shown.slice(1), q)])
  if (verb.name !== 'differ') return signal('nyi')
  const inner: Value = { kind: 'derived', iterator: "':", target: nameOrVerb('~', q) }
  const cast: Value = { kind: 'projection', target: nameOrVerb('$', q), arguments: [char('b')] }
  // In the k of its definition a lone tilde is `not`.
  const outer = not.kind === 'primitive' ? { ...not, verb: { ...not.verb, shown: '~' } } : not
  return list([cast, { kind: 'composition', outer, inner }])
}

function projectionParts(x: Projection): Value {
  return list([x.target, ...x.arguments.map((argument) => argument ?? NIL)])
}

/**
 * Bytecode (always empty here), parameters, locals, namespace with the globals, constants,
 * positions, name, file, line, source.
 */
function lambdaParts(q: Interpreter, x: Lambda): Value {
  const [node] = parseStatements(x.source)
  const globals = new Set<string>()
  const constants: Value[] = []
  if (node?.kind === 'lambda') {
    collectParts(q, node, new Set(x.locals), globals, constants)
  }
  return list([
    vectorOf(BYTE, []),
    symbols(x.locals.slice(0, x.rank)),
    symbols(x.locals.slice(x.rank)),
    symbols([x.context.slice(1), ...globals]),
    ...constants,
    vectorOf(LONG, []),
    x.name === undefined ? list([]) : chars(fullName(x.context, x.name)),
    chars(''),
    long(-1),
    chars(x.source),
  ])
}

const fullName = (context: string, name: string): string =>
  name.startsWith('.') ? name : `${context || '.'}.${name}`

function collectParts(
  q: Interpreter,
  lambda: LambdaNode,
  locals: ReadonlySet<string>,
  globals: Set<string>,
  constants: Value[],
): void {
  const visit = (node: Node): void => {
    if (node.kind === 'constant' && node.value !== NIL) constants.push(node.value)
    const isName = node.kind === 'name' || node.kind === 'assign'
    if (isName && !locals.has(node.name) && q.verbs.find(node.name) === undefined) {
      globals.add(node.name)
    }
  }
  for (const statement of lambda.body) if (statement !== undefined) eachNode(statement, visit)
}
