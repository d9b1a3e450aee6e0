import { QError, signal } from '../errors.ts'
import type { ControlNode, Node } from '../parser/ast.ts'
import { NIL } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { isNumeric, isSymbolic } from '../values/types.ts'
import type { Code, Frame, Value } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { effectCode, expressionCode, type Scope } from './compile.ts'

/** A return from within an expression: it unwinds to the call of its frame. */
export class ReturnJump {
  readonly frame: Frame
  readonly value: Value

  constructor(frame: Frame, value: Value) {
    this.frame = frame
    this.value = value
  }
}

type Compile = (scope: Scope, node: Node) => Code

/** `$[...]`, `if`, `while`, `do` and blocks; `compile` makes the code of their branches. */
export function controlCode(scope: Scope, node: ControlNode, compile: Compile): Code {
  const compileEffect = compile === expressionCode ? expressionCode : effectCode
  const parts = node.parts.map((part, i) => {
    if (part === undefined) return nil
    if (isCondition(node, i)) return expressionCode(scope, part)
    if (node.word === 'block' && i < node.parts.length - 1) return compileEffect(scope, part)
    return node.word === '$' || node.word === 'block'
      ? compile(scope, part)
      : compileEffect(scope, part)
  })
  const [first = nil, ...rest] = parts
  switch (node.word) {
    case '$':
      return conditional(parts)
    case 'block':
      return sequence(parts)
    case 'if': {
      const body = sequence(rest)
      return (frame) => {
        if (isTrue(first(frame))) body(frame)
        return NIL
      }
    }
    case 'while':
      return whileLoop(first, sequence(rest))
    case 'do':
      return doLoop(first, sequence(rest))
  }
}

/** Whether the value of a part decides what comes next. */
export function isCondition({ word, parts }: ControlNode, index: number): boolean {
  if (word === 'block') return false
  return word === '$' ? index % 2 === 0 && index < parts.length - 1 : index === 0
}

const nil: Code = () => NIL

function conditional(parts: readonly Code[]): Code {
  const last = parts.length - 1
  return (frame) => {
    for (let i = 0; i < last; i += 2) {
      if (isTrue((parts[i] as Code)(frame))) return (parts[i + 1] as Code)(frame)
    }
    return last % 2 === 0 ? (parts[last] as Code)(frame) : NIL
  }
}

function sequence(parts: readonly Code[]): Code {
  return (frame) => {
    let value: Value = NIL
    for (const part of parts) {
      value = part(frame)
      if (frame.returned !== undefined) return value
    }
    return value
  }
}

function whileLoop(condition: Code, body: Code): Code {
  return (frame) => {
    while (isTrue(condition(frame))) {
      spend(1)
      body(frame)
      if (frame.returned !== undefined) break
    }
    return NIL
  }
}

function doLoop(times: Code, body: Code): Code {
  return (frame) => {
    const count = times(frame)
    if (count.kind !== 'atom') return signal('type')
    const rounds = toDouble(count.value)
    for (let i = 0; i < rounds; i++) {
      spend(1)
      body(frame)
      if (frame.returned !== undefined) break
    }
    return NIL
  }
}

/** Whether an atom counts as true in a condition. @throws QError `type` for anything else */
export function isTrue(value: Value): boolean {
  if (value.kind !== 'atom' || isSymbolic(value.type) || !isNumeric(value.type)) {
    throw new QError('type')
  }
  return value.value !== 0
}
