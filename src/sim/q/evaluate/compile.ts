import { frameText } from '../display/errors.ts'
import { QError } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import { parseStatements } from '../parser/parser.ts'
import { queryCode } from '../qsql/query.ts'
import { tableCode } from '../tables/literal.ts'
import { collapse, NIL } from '../values/build.ts'
import { meter } from '../values/meter.ts'
import type { Code, Frame, Iterator, Lambda, Value } from '../values/value.ts'
import { findUnaryForm, findVerb } from '../verbs/registry.ts'
import { primitive } from '../verbs/verb.ts'
import { applyOpen } from './apply.ts'
import { assignCode, patternCode } from './assign.ts'
import { controlCode, ReturnJump } from './control.ts'
import type { Interpreter } from './interpreter.ts'
import { localsOf, parametersOf } from './locals.ts'
import { signalValue } from './signal.ts'

/** What code is compiled against. */
export interface Scope {
  readonly q: Interpreter
  readonly source: string
  /** The namespace, '' for the default. */
  readonly context: string
  /** The slots of the lambda around, by name; undefined at the top level. */
  readonly slots: ReadonlyMap<string, number> | undefined
  /** The name of the function around, for the frames of errors. */
  readonly owner?: string
}

/** Compiled statements, ready to run at the top level. */
export interface Program {
  /** Runs the statements; the value of the last one, `::` when that is empty. */
  run(): Value
  /** Whether the console shows the value: not for assignments and what ends in a semicolon. */
  readonly isSilent: boolean
}

const TOP: Lambda = {
  kind: 'lambda',
  source: '',
  rank: 0,
  locals: [],
  context: '',
  body: () => NIL,
}

/** Compiles the text of statements. @throws QError when it does not parse */
export function compile(q: Interpreter, source: string): Program {
  const nodes = parseStatements(source)
  const scope: Scope = { q, source, context: q.environment.context, slots: undefined }
  const body = bodyCode(scope, nodes)
  const last = nodes.at(-1)
  const isSilent = last === undefined || isAssigning(last)
  const run = (): Value => {
    const { depth } = meter
    try {
      return body({ slots: [], lambda: TOP, returned: undefined })
    } catch (error) {
      if (error instanceof ReturnJump) return error.value
      throw withPlace(error, depth, '', source, 0)
    }
  }
  return { run, isSilent }
}

/** Notes the frame of an error, unless a frame within has. `start` is where `source` begins. */
function withPlace(error: unknown, depth: number, label: string, source: string, start: number) {
  if (error instanceof QError && error.position !== undefined) {
    error.place ??= frameText(depth, label, source, error.position - start)
  }
  return error
}

const isAssigning = (node: Node): boolean => node.kind === 'assign' || node.kind === 'pattern'

/** Statements one after another, until one returns. */
export function bodyCode(scope: Scope, nodes: readonly (Node | undefined)[]): Code {
  const statements = nodes.map((node) => (node === undefined ? nil : statementCode(scope, node)))
  const [only] = statements
  if (statements.length === 1 && only !== undefined) {
    return (frame) => {
      const value = only(frame)
      return frame.returned ?? value
    }
  }
  return (frame) => {
    let value: Value = NIL
    for (let i = 0; i < statements.length; i++) {
      value = (statements[i] as Code)(frame)
      if (frame.returned !== undefined) return frame.returned
    }
    return value
  }
}

const nil: Code = () => NIL

/** A statement: here `:x` ends the call by a flag, which costs less than a jump. */
export function statementCode(scope: Scope, node: Node): Code {
  if (node.kind === 'control') return controlCode(scope, node, statementCode)
  if (node.kind !== 'return') return expressionCode(scope, node)
  const value = expressionCode(scope, node.value)
  return (frame) => {
    frame.returned = value(frame)
    return frame.returned
  }
}

/** An expression as code. */
export function expressionCode(scope: Scope, node: Node): Code {
  switch (node.kind) {
    case 'constant': {
      const { value } = node
      return () => value
    }
    case 'name':
      return nameCode(scope, node.name, node.position)
    case 'verb':
      return constantly(verbValue(node.name, node.position))
    case 'iterator':
      return constantly({ kind: 'iterator', iterator: node.iterator })
    case 'derived':
      return derivedCode(expressionCode(scope, node.target), node.iterator)
    case 'apply':
      return applyCode(scope, node)
    case 'compose':
      return composeCode(scope, node.outer, node.inner)
    case 'list':
      return listCode(scope, node.items)
    case 'lambda':
      return constantly(lambdaValue(scope, node))
    case 'assign':
      return assignCode(scope, node)
    case 'pattern':
      return patternCode(scope, node)
    case 'control':
      return controlCode(scope, node, expressionCode)
    case 'return': {
      const value = expressionCode(scope, node.value)
      return (frame) => {
        throw new ReturnJump(frame, value(frame))
      }
    }
    case 'signal': {
      const value = expressionCode(scope, node.value)
      return (frame) => signalValue(value(frame), node.position)
    }
    case 'table':
      return tableCode(scope, node)
    case 'query':
      return queryCode(scope, node)
  }
}

const constantly =
  (value: Value): Code =>
  () =>
    value

/** The value of an operator, in its unary form with a colon. @throws QError for no operator */
export function verbValue(name: string, position: number): Value {
  const verb = findVerb(name) ?? findUnaryForm(name)
  if (verb === undefined) throw new QError('nyi', position)
  return primitive(verb)
}

function nameCode(scope: Scope, name: string, position: number): Code {
  const slot = scope.slots?.get(name)
  if (slot !== undefined) return (frame) => frame.slots[slot] ?? collapse([])
  if (name === '.z.s') return (frame) => frame.lambda
  const { q } = scope
  const verb = findVerb(name)
  if (verb !== undefined && !name.startsWith('.')) return constantly(primitive(verb))
  const fullName = q.environment.qualify(name, scope.context)
  const cell = q.environment.cell(fullName)
  return () => {
    if (cell.value !== undefined) return cell.value
    const found = q.find(fullName)
    if (found === undefined) throw new QError(name, position)
    return found
  }
}

function derivedCode(target: Code, iterator: Iterator): Code {
  return (frame) => ({ kind: 'derived', iterator, target: target(frame) })
}

function composeCode(scope: Scope, outer: Node, inner: Node): Code {
  const outerCode = expressionCode(scope, outer)
  const innerCode = expressionCode(scope, inner)
  return (frame) => {
    const innerValue = innerCode(frame)
    return { kind: 'composition', outer: outerCode(frame), inner: innerValue }
  }
}

function listCode(scope: Scope, items: readonly (Node | undefined)[]): Code {
  const codes = items.map((item) => (item === undefined ? undefined : expressionCode(scope, item)))
  if (codes.includes(undefined)) {
    const target = verbValue('enlist', 0)
    return (frame) => ({ kind: 'projection', target, arguments: argumentsOf(codes, frame) })
  }
  return (frame) => collapse(argumentsOf(codes, frame) as Value[])
}

/** Arguments are evaluated from the last to the first. */
function argumentsOf(codes: readonly (Code | undefined)[], frame: Frame): (Value | undefined)[] {
  const values = new Array<Value | undefined>(codes.length)
  for (let i = codes.length - 1; i >= 0; i--) values[i] = codes[i]?.(frame)
  return values
}

function applyCode(scope: Scope, node: Extract<Node, { kind: 'apply' }>): Code {
  const { q } = scope
  const { position } = node
  const target = expressionCode(scope, node.target)
  const codes = node.args.map((item) => (item ? expressionCode(scope, item) : undefined))
  if (codes.includes(undefined)) {
    return placed(position, (frame) => {
      const args = argumentsOf(codes, frame)
      return applyOpen(q, target(frame), args)
    })
  }
  const [first, second] = codes
  if (first === undefined) return placed(position, (frame) => q.apply(target(frame), [NIL]))
  const verb = node.target.kind === 'verb' ? findVerb(node.target.name) : undefined
  if (verb?.binary !== undefined && second !== undefined && codes.length === 2) {
    const { binary } = verb
    return placed(position, (frame) => {
      const right = second(frame)
      return binary(first(frame), right, q)
    })
  }
  if (codes.length === 1) {
    return placed(position, (frame) => {
      const argument = first(frame)
      return q.apply(target(frame), [argument])
    })
  }
  return placed(position, (frame) => {
    const args = argumentsOf(codes, frame) as Value[]
    return q.apply(target(frame), args)
  })
}

/** Notes where an error arose, unless something inside knew better. */
function placed(position: number, code: Code): Code {
  return (frame) => {
    try {
      return code(frame)
    } catch (error) {
      throw located(error, position)
    }
  }
}

function located(error: unknown, position: number): unknown {
  if (error instanceof QError) error.position ??= position
  else if (error instanceof RangeError) return new QError('stack', position)
  return error
}

/** A lambda as a value; its locals get their slots here. */
export function lambdaValue(scope: Scope, node: LambdaNode): Lambda {
  const parameters = parametersOf(node)
  const locals = localsOf(node, parameters)
  const slots = new Map(locals.map((name, slot) => [name, slot]))
  const owner = scope.slots === undefined ? node.name : scope.owner
  const inner: Scope = owner === undefined ? { ...scope, slots } : { ...scope, slots, owner }
  const label = owner === undefined ? '' : `${owner}${scope.slots === undefined ? '' : '@'}:`
  let compiled: Code | undefined
  const body: Code = (frame) => {
    compiled ??= bodyCode(inner, node.body)
    try {
      return compiled(frame)
    } catch (error) {
      if (error instanceof ReturnJump && error.frame === frame) return error.value
      throw withPlace(error, meter.depth, label, node.source, node.position)
    }
  }
  const { context } = scope
  const rank = parameters.length
  const { source, name } = node
  return { kind: 'lambda', source, name, rank, locals, context, body }
}
