import { signal } from '../errors.ts'
import type { ControlNode, Node } from '../parser/ast.ts'
import { NIL } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import type { Code, Value } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { isCondition, isTrue } from './condition.ts'
import { expressionCode, type Scope } from './scope.ts'

type Compile = (scope: Scope, node: Node) => Code

/** `$[...]`, `if`, `while`, `do` and blocks; `compile` compiles their branches. */
export function controlCode(scope: Scope, node: ControlNode, compile: Compile): Code {
  const { expression, effect } = scope.compiler
  const compileEffect = compile === expression ? expression : effect
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
