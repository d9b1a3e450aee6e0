import { stackFrameText, tokenAt } from '../display/errors.ts'
import { QError } from '../errors.ts'
import type { LambdaNode, Node } from '../parser/ast.ts'
import { parseStatements } from '../parser/parser.ts'
import { queryCode } from '../qsql/query.ts'
import { collapse, EMPTY, NIL } from '../values/build.ts'
import { release } from '../values/hold.ts'
import { markCalls, meter, restoreCalls } from '../values/meter.ts'
import { type Code, type Iterator, isFunction, type Lambda, type Value } from '../values/value.ts'
import { primitive } from '../verbs/verb.ts'
import { applyCode, evaluateArguments } from './application.ts'
import { appendCode, assignCode } from './assign.ts'
import { ReturnJump } from './condition.ts'
import { controlCode } from './control.ts'
import type { Interpreter } from './interpreter.ts'
import { listLocals, listParameters } from './locals.ts'
import { parseTree } from './parse-tree.ts'
import { matchCode, matcher, matchValue, patternCode } from './patterns.ts'
import { type Compiler, expressionCode, type Scope, verbValue } from './scope.ts'
import { signalValue } from './signal.ts'
import { checkLocals, checkSizes } from './sizes.ts'
import { tableCode } from './table-literal.ts'
import { joinViewStatements } from './views.ts'
import { codeWeight, hasJump } from './weight.ts'

/** Compiled statements, ready to run at the top level. */
interface Program {
  /** Runs the statements and returns the last value; `::` if the last statement is empty. */
  run(): Value
  /** Whether the console hides the value: for assignments and entries that end in a semicolon. */
  readonly isSilent: boolean
}

const TOP: Lambda = {
  kind: 'lambda',
  source: '',
  rank: 0,
  locals: [],
  context: '',
  weight: 0,
  body: () => NIL,
}

/**
 * Compiles the text of statements.
 *
 * @throws QError if it does not parse
 */
export function compile(q: Interpreter, source: string): Program {
  const nodes = joinViewStatements(parseStatements(source), source)
  const scope = topScope(q, source, q.environment.context)
  const body = bodyCode(scope, nodes)
  const last = nodes.at(-1)
  const isSilent = last === undefined || isAssigning(last)
  const run = (): Value => {
    const depth = meter.frames.length
    try {
      return body({ slots: [], lambda: TOP, returned: undefined })
    } catch (error) {
      if (error instanceof ReturnJump) return error.value
      throw withFrame(error, depth, '', source, 0)
    }
  }
  return { run, isSilent }
}

/** Records the frame of an error, unless an inner frame has. `start` is where `source` begins. */
function withFrame(error: unknown, depth: number, label: string, source: string, start: number) {
  if (error instanceof QError && error.position !== undefined) {
    error.frame ??= stackFrameText(depth, label, source, error.position - start)
    error.token ??= tokenAt(source, error.position - start)
  }
  return error
}

const isAssigning = (node: Node): boolean => node.kind === 'assign' || node.kind === 'pattern'

/** Runs statements in order until one returns. */
function bodyCode(scope: Scope, nodes: readonly (Node | undefined)[]): Code {
  const statements = nodes.map((node, i) => {
    if (node === undefined) return nil
    return i === nodes.length - 1 ? statementCode(scope, node) : effectCode(scope, node)
  })
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

/** A statement. Here `:x` ends the call with a flag, which is cheaper than a jump. */
function statementCode(scope: Scope, node: Node): Code {
  if (node.kind === 'control') return controlCode(scope, node, statementCode)
  if (node.kind !== 'return') return expressionCode(scope, node)
  const value = expressionCode(scope, node.value)
  return (frame) => {
    frame.returned = value(frame)
    return frame.returned
  }
}

/** A statement whose value is not used: a variable keeps sole ownership of what it assigns. */
function effectCode(scope: Scope, node: Node): Code {
  if (node.kind === 'assign') return appendCode(scope, node) ?? assignCode(scope, node, true)
  if (node.kind === 'control') return controlCode(scope, node, effectCode)
  return statementCode(scope, node)
}

const COMPILER: Compiler = {
  expression: compiledExpression,
  effect: effectCode,
  lambda: compiledLambda,
  tree: parseTree,
}

/** The scope of an entry, or of text that is evaluated like one. */
export const topScope = (q: Interpreter, source: string, context: string): Scope => ({
  q,
  compiler: COMPILER,
  source,
  context,
  slots: undefined,
})

/** An expression as code. */
function compiledExpression(scope: Scope, node: Node): Code {
  switch (node.kind) {
    case 'constant': {
      const { value } = node
      return () => value
    }
    case 'name':
      return nameCode(scope, node.name, node.position)
    case 'verb':
      return constantly(verbValue(scope, node.name, node.position))
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
      return constantly(compiledLambda(scope, node))
    case 'assign':
      return assignCode(scope, node, false)
    case 'pattern':
      return patternCode(scope, node)
    case 'match':
      return matchCode(scope, node)
    case 'control':
      return controlCode(scope, node, compiledExpression)
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

function nameCode(scope: Scope, name: string, position: number): Code {
  const slot = scope.slots?.get(name)
  if (slot !== undefined) return (frame) => release(frame.slots[slot]) ?? EMPTY
  if (name === '.z.s') return (frame) => frame.lambda ?? undefinedName(name, position)
  const { q } = scope
  const verb = q.verbs.find(name)
  if (verb !== undefined && !name.startsWith('.')) return constantly(primitive(verb))
  const fullName = q.environment.qualify(name, scope.context)
  const cell = q.environment.cell(fullName)
  return () => release(cell.unsharedValue) ?? q.find(fullName) ?? undefinedName(name, position)
}

function undefinedName(name: string, position: number): never {
  throw new QError(name, position)
}

function derivedCode(target: Code, iterator: Iterator): Code {
  return (frame) => ({ kind: 'derived', iterator, target: target(frame) })
}

function composeCode(scope: Scope, outer: Node, inner: Node): Code {
  const outerCode = expressionCode(scope, outer)
  const innerCode = expressionCode(scope, inner)
  return (frame) => {
    const innerValue = innerCode(frame)
    const outerValue = outerCode(frame)
    // A value that is not a function, applied to the identity, returns itself: `1 2 3 ::`.
    if (innerValue === NIL && !isFunction(outerValue)) return outerValue
    return { kind: 'composition', outer: outerValue, inner: innerValue }
  }
}

function listCode(scope: Scope, items: readonly (Node | undefined)[]): Code {
  const codes = items.map((item) => (item === undefined ? undefined : expressionCode(scope, item)))
  if (codes.includes(undefined)) {
    const target = verbValue(scope, 'enlist', 0)
    return (frame) => ({ kind: 'projection', target, arguments: evaluateArguments(codes, frame) })
  }
  return (frame) => collapse(evaluateArguments(codes, frame) as Value[])
}

/** A lambda as a value. Its locals get their slots here. */
function compiledLambda(scope: Scope, node: LambdaNode): Lambda {
  const parameters = listParameters(node)
  const locals = listLocals(node, parameters)
  checkSizes(scope.q, node, parameters, locals)
  checkLocals(node, parameters)
  const slots = new Map(locals.map((name, slot) => [name, slot]))
  const owner = scope.slots === undefined ? node.name : scope.owner
  const inner: Scope = owner === undefined ? { ...scope, slots } : { ...scope, slots, owner }
  const label = owner === undefined ? '' : `${owner}${scope.slots === undefined ? '' : '@'}:`
  const lambda: { -readonly [key in keyof Lambda]: Lambda[key] } = {
    kind: 'lambda',
    source: node.source,
    name: node.name,
    rank: parameters.length,
    locals,
    context: scope.context,
    weight: codeWeight(node.body),
    // Compiled at the first call, so unused functions cost nothing.
    body: (frame) => {
      const code = withArguments(inner, node, bodyCode(inner, node.body))
      lambda.body = hasJump(node.body)
        ? catchReturn(withErrorFrame(code, label, node))
        : withErrorFrame(code, label, node)
      return lambda.body(frame)
    },
  }
  return lambda
}

/** Code that first matches the arguments with the parameters' patterns. */
function withArguments(scope: Scope, { parameters }: LambdaNode, code: Code): Code {
  const patterns = parameters?.patterns ?? []
  if (patterns.length === 0) return code
  const matchers = patterns.map(({ name, pattern }) => ({
    slot: scope.slots?.get(name) as number,
    match: matcher(scope, pattern),
  }))
  return (frame) => {
    for (const { slot, match } of matchers) matchValue(match, frame, frame.slots[slot] as Value)
    return code(frame)
  }
}

/** The code of a lambda whose errors report their location in its source. */
function withErrorFrame(code: Code, label: string, { source, position }: LambdaNode): Code {
  return (frame) => {
    try {
      return code(frame)
    } catch (error) {
      throw withFrame(error, meter.frames.length, label, source, position)
    }
  }
}

/** Code whose expressions may return: it catches their jump. */
function catchReturn(code: Code): Code {
  return (frame) => {
    const mark = markCalls()
    try {
      return code(frame)
    } catch (error) {
      if (!(error instanceof ReturnJump) || error.frame !== frame) throw error
      restoreCalls(mark)
      return error.value
    }
  }
}
