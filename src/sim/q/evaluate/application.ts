import { asQError } from '../errors.ts'
import type { ApplyNode } from '../parser/ast.ts'
import { NIL } from '../values/build.ts'
import type { Code, Frame, Value } from '../values/value.ts'
import type { Verb } from '../verbs/verb.ts'
import { applyOpen } from './apply.ts'
import { applyBorrowed, borrowCode, isKeepingNothing } from './borrow.ts'
import { callLambda } from './call.ts'
import { ReturnJump } from './condition.ts'
import { expressionCode, type Scope } from './scope.ts'

/** Evaluates arguments from last to first. */
export function evaluateArguments(
  codes: readonly (Code | undefined)[],
  frame: Frame,
): (Value | undefined)[] {
  const values = new Array<Value | undefined>(codes.length)
  for (let i = codes.length - 1; i >= 0; i--) values[i] = codes[i]?.(frame)
  return values
}

/** The application of any value to arguments. Each code has its own `try`, which saves stack. */
export function applyCode(scope: Scope, node: ApplyNode): Code {
  const { q } = scope
  const { position } = node
  const codes = node.args.map((item) => (item ? expressionCode(scope, item) : undefined))
  if (codes.includes(undefined)) return openCode(scope, node, codes)
  const [first, second] = codes
  if (first === undefined) return manyCode(scope, node, [() => NIL])
  const verb = node.target.kind === 'verb' ? q.verbs.find(node.target.name) : undefined
  if (verb?.binary !== undefined && second !== undefined && codes.length === 2) {
    const { binary } = verb
    const [left, right] = isKeepingNothing(verb)
      ? [borrowCode(scope, node.args[0]) ?? first, borrowCode(scope, node.args[1]) ?? second]
      : [first, second]
    return (frame) => {
      try {
        const y = right(frame)
        return binary(left(frame), y, q)
      } catch (error) {
        throw withPosition(error, position)
      }
    }
  }
  if (codes.length > 1)
    return lookedAtCode(scope, node, codes as Code[]) ?? manyCode(scope, node, codes as Code[])
  return lookedAtCode(scope, node, [first]) ?? singleCode(scope, node, first)
}

/** The application to one argument. */
function singleCode(scope: Scope, node: ApplyNode, defaultCode: Code): Code {
  const { q } = scope
  const { position } = node
  const target = expressionCode(scope, node.target)
  const verb = node.target.kind === 'name' ? findUnary(scope, node.target.name) : undefined
  const first = (verb && isKeepingNothing(verb) && borrowCode(scope, node.args[0])) || defaultCode
  return (frame) => {
    try {
      const argument = first(frame)
      const calledValue = target(frame)
      return calledValue.kind === 'lambda' && calledValue.rank === 1
        ? callLambda(calledValue, [argument])
        : q.apply(calledValue, [argument])
    } catch (error) {
      throw withPosition(error, position)
    }
  }
}

const findUnary = (scope: Scope, name: string): Verb | undefined =>
  scope.slots?.has(name) ? undefined : scope.q.verbs.find(name)

/** The application to several arguments. */
function manyCode(scope: Scope, node: ApplyNode, codes: readonly Code[]): Code {
  const { q } = scope
  const { position } = node
  const target = expressionCode(scope, node.target)
  const { length } = codes
  return (frame) => {
    try {
      const args = new Array<Value>(length)
      for (let i = length - 1; i >= 0; i--) args[i] = (codes[i] as Code)(frame)
      const calledValue = target(frame)
      return calledValue.kind === 'lambda' && calledValue.rank === length
        ? callLambda(calledValue, args)
        : q.apply(calledValue, args)
    } catch (error) {
      throw withPosition(error, position)
    }
  }
}

/** The application with omitted arguments. */
function openCode(scope: Scope, node: ApplyNode, codes: readonly (Code | undefined)[]): Code {
  const { q } = scope
  const target = expressionCode(scope, node.target)
  return (frame) => {
    try {
      const args = evaluateArguments(codes, frame)
      return applyOpen(q, target(frame), args)
    } catch (error) {
      throw withPosition(error, node.position)
    }
  }
}

/** Records the position of an error, unless an inner expression has. */
function withPosition(error: unknown, position: number): unknown {
  if (error instanceof ReturnJump) return error
  const qError = asQError(error)
  qError.position ??= position
  return qError
}

/** The application of a variable, which only reads it, so it may later be amended in place. */
function lookedAtCode(scope: Scope, node: ApplyNode, codes: readonly Code[]): Code | undefined {
  const { q } = scope
  const { position } = node
  const look = borrowCode(scope, node.target, true)
  if (look === undefined) return undefined
  const { length } = codes
  return (frame) => {
    try {
      const args = new Array<Value>(length)
      for (let i = length - 1; i >= 0; i--) args[i] = (codes[i] as Code)(frame)
      const target = look(frame)
      return target.kind === 'lambda' && target.rank === length
        ? callLambda(target, args)
        : applyBorrowed(q, target, args)
    } catch (error) {
      throw withPosition(error, position)
    }
  }
}
