import { type Constant, evaluateConstant } from './constant.ts'
import { type Expression, parseExpressions } from './expression.ts'
import { toQ } from './to-q.ts'
import { PythonError, type PythonLine, pythonLines } from './tokens.ts'

/** A call of the tested function and its expected result, as q expressions. */
interface Assertion {
  readonly args: readonly string[]
  readonly expected: string
}

interface Claim {
  readonly args: readonly Constant[]
  readonly expected: Constant
}

/** The asserts of a test function. */
interface Assertions {
  readonly assertions: readonly Assertion[]
  /** Asserts that could not be read: their source, and the reason. */
  readonly leftOut: readonly { readonly source: string; readonly reason: string }[]
}

const SOURCE_CHARACTERS_MAX = 100

/**
 * The asserts of `def check(candidate): …`, or of lines without a function. Supported are calls
 * compared with constants by `==` or `is`, calls alone or after `not`, and differences from a
 * constant below a bound. `assert True` is skipped.
 */
export function readAsserts(source: string): Assertions {
  const assertions: Assertion[] = []
  const leftOut: { source: string; reason: string }[] = []
  let lines: PythonLine[]
  try {
    lines = pythonLines(source)
  } catch (error) {
    return { assertions, leftOut: [{ source: 'the whole', reason: errorMessage(error) }] }
  }
  const { candidate, body } = functionBody(lines)
  const indent = body[0]?.indent ?? 0
  for (const line of body) {
    if (line.tokens[0]?.text !== 'assert') continue
    try {
      if (line.indent > indent) throw new PythonError('stands in a loop or a condition')
      const claim = parseClaim(line, candidate)
      if (claim === undefined) continue
      assertions.push({ args: claim.args.map(toQ), expected: toQ(claim.expected) })
    } catch (error) {
      leftOut.push({
        source: line.source.slice(0, SOURCE_CHARACTERS_MAX),
        reason: errorMessage(error),
      })
    }
  }
  return { assertions, leftOut }
}

function errorMessage(error: unknown): string {
  if (error instanceof PythonError) return error.message
  throw error
}

/** The lines of the test function, and its name for the tested function. */
function functionBody(lines: readonly PythonLine[]): {
  candidate: string
  body: readonly PythonLine[]
} {
  const start = lines.findIndex(({ tokens }) => tokens[0]?.text === 'def')
  const head = lines[start]
  if (head === undefined) return { candidate: 'candidate', body: lines }
  const laterLines = lines.slice(start + 1)
  const end = laterLines.findIndex(({ indent }) => indent <= head.indent)
  const body = end < 0 ? laterLines : laterLines.slice(0, end)
  return { candidate: head.tokens[3]?.text ?? 'candidate', body }
}

/** Undefined for an assert without effect. */
function parseClaim({ tokens }: PythonLine, candidate: string): Claim | undefined {
  const [expression] = parseExpressions(tokens.slice(1)) as [Expression, ...Expression[]]
  if (expression.kind === 'name' && expression.name === 'True') return undefined
  const call = parseCall(expression, candidate)
  if (call !== undefined) return { args: call, expected: true }
  if (expression.kind === 'unary' && expression.operator === 'not') {
    const denied = parseCall(expression.inner, candidate)
    if (denied !== undefined) return { args: denied, expected: false }
  }
  if (expression.kind === 'binary') {
    const { operator, left, right } = expression
    if (operator === '==' || operator === 'is') {
      for (const [one, other] of [[left, right] as const, [right, left] as const]) {
        const args = parseCall(one, candidate)
        if (args !== undefined) return { args, expected: evaluateConstant(other) }
      }
    }
    if (operator === '<' || operator === '<=') return nearby(left, candidate)
  }
  throw new PythonError('does not compare one call of the function with a constant')
}

/** The arguments of a call of the function; undefined for anything else. */
function parseCall(expression: Expression, candidate: string): readonly Constant[] | undefined {
  if (expression.kind !== 'call') return undefined
  if (expression.name === candidate) return expression.args.map(evaluateConstant)
  const [inner] = expression.args
  const isCopy = expression.name === 'list' || expression.name === 'tuple'
  return isCopy && inner !== undefined ? parseCall(inner, candidate) : undefined
}

/** `abs(candidate(…) - constant)` below a bound. */
function nearby(left: Expression, candidate: string): Claim {
  const [difference] = left.kind === 'call' && left.name === 'abs' ? left.args : []
  if (difference?.kind === 'binary' && difference.operator === '-') {
    const args = parseCall(difference.left, candidate)
    if (args !== undefined) return { args, expected: evaluateConstant(difference.right) }
  }
  throw new PythonError('has a bound of something else than a difference')
}
