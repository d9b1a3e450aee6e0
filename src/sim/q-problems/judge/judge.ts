import { matches } from '../../q/comparison/match.ts'
import { consoleText } from '../../q/display/console.ts'
import {
  createSession,
  fromBytes,
  QError,
  type Session,
  type SessionError,
  type Value,
} from '../../q/index.ts'
import { NIL } from '../../q/values/build.ts'
import { startMeter } from '../../q/values/meter.ts'
import { isFunction } from '../../q/values/value.ts'
import { sameQValue } from './compare.ts'
import type { QFiles } from './files.ts'
import { Q_LIMITS, type QLimits, sessionLimits } from './limits.ts'
import type {
  GradeAnswer,
  GradeRequest,
  QRequest,
  QTest,
  RunAnswer,
  RunRequest,
  TestAnswer,
} from './request.ts'

/** The maximum length of a stored value text. */
const VALUE_CHARACTERS_MAX = 2_000
const ERROR_CHARACTERS_MAX = 400
const TOKEN_CHARACTERS_MAX = 40

const CONSOLE = { rows: 25, columns: 80, precision: 7 }

/**
 * Called occasionally to ask whether time is up, with the bytes in use if they were just measured.
 * Steps are counted independently, so the same code stops at the same step everywhere.
 */
type Interrupt = (bytesAlive?: number) => boolean

/**
 * Answers a request within its limits of steps, items, memory, depth and output.
 *
 * @throws Error if a test itself cannot be evaluated
 */
export const judge = (request: QRequest, interrupt?: Interrupt): RunAnswer | GradeAnswer =>
  request.op === 'run' ? runScript(request, interrupt) : gradeScript(request, interrupt)

/** Runs a script in a fresh workspace and returns the console output. */
export function runScript(request: RunRequest, interrupt?: Interrupt): RunAnswer {
  const { output, error } = fresh(request, interrupt).load(request.code)
  if (error === undefined) return { output, error: null, error_text: '' }
  return { output, error: cut(error.name), error_text: cut(error.text) + whereText(error) }
}

/** The location of an error in words: q shows a caret, but not the line of a script. */
function whereText({ token, line }: SessionError): string {
  const lineText = line === undefined ? '' : `, from line ${line} of the script`
  return token === undefined ? '' : `(at ${token.slice(0, TOKEN_CHARACTERS_MAX)}${lineText})\n`
}

/**
 * Calls the code's function with the arguments of each test. Every test has a workspace of its own
 * with the code loaded. Arguments and right results are evaluated elsewhere, so code can neither
 * read nor change them.
 */
export function gradeScript(request: GradeRequest, interrupt?: Interrupt): GradeAnswer {
  const { tests, limits } = request
  const clean = fresh({ limits: { ...limits, fuel: Q_LIMITS.fuel } }, interrupt)
  let loadError: string | null = null
  const answers: TestAnswer[] = []
  for (const test of tests) {
    if (loadError === null) {
      const candidate = loaded(request, interrupt)
      if (typeof candidate !== 'string') {
        answers.push(runTest(candidate, test, request, { clean, interrupt }))
        continue
      }
      loadError = candidate
    }
    answers.push({ passed: false, shown: '', wanted: test.console ?? '', error: loadError })
  }
  return { load_error: loadError, tests: answers }
}

/** A workspace for arguments and right results, and what may interrupt it. */
interface Evaluation {
  readonly clean: Session
  readonly interrupt: Interrupt | undefined
}

interface Candidate {
  readonly session: Session
  readonly entry: Value
}

/** A fresh workspace with the code loaded, or the reason why loading failed. */
function loaded(request: GradeRequest, interrupt: Interrupt | undefined): Candidate | string {
  const { code, entry } = request
  const session = fresh(request, interrupt)
  const { error } = session.load(code)
  if (error !== undefined) return cut(error.name)
  const found = valueNamed(session, entry)
  if (found === undefined || !isFunction(found)) return `${entry} is not a function`
  return { session, entry: found }
}

function valueNamed(session: Session, name: string): Value | undefined {
  try {
    return session.read(name)
  } catch {
    return undefined
  }
}

function runTest(
  { session, entry }: Candidate,
  test: QTest,
  { comparison, limits }: GradeRequest,
  { clean, interrupt }: Evaluation,
): TestAnswer {
  const args = test.arguments.map((text) => evaluated(clean, text))
  const expected = test.expected === null ? undefined : evaluated(clean, test.expected)
  const wanted = test.console ?? (expected === undefined ? '' : shownText(expected, limits))
  const { value, error } = session.apply(entry, callArguments(args))
  if (error !== undefined || value === undefined) {
    return { passed: false, shown: '', wanted: cutShown(wanted), error: cut(error?.name ?? 'exit') }
  }
  try {
    const shown = shownText(value, limits, interrupt)
    const isSameText = (): boolean =>
      shown === wanted.trim() && (!CUT_OFF.test(wanted) || isAll(value, expected))
    const right = expected ?? readConsole(clean, test.console ?? '')
    const isSameValue = comparison === 'value' && right !== undefined && sameQValue(value, right)
    const same =
      isSameValue || ((comparison === 'console' || expected === undefined) && isSameText())
    return { passed: same, shown: cutShown(shown), wanted: cutShown(wanted), error: null }
  } catch (thrown) {
    if (!(thrown instanceof QError) && !(thrown instanceof RangeError)) throw thrown
    return { passed: false, shown: '', wanted: cutShown(wanted), error: nameOf(thrown) }
  }
}

/** The console cuts long lines and long lists, so different values can look the same. */
const CUT_OFF = /\.\.\s*$/m

/** Whether a value equals the expected one beyond the console's cut; true if nothing is known. */
const isAll = (value: Value, expected: Value | undefined): boolean =>
  expected === undefined || matches(value, expected)

const nameOf = (error: QError | RangeError): string =>
  error instanceof QError ? cut(error.message) : 'stack'

/** The value of a test's expression. Tests are our own, so an error in one is a bug. */
function evaluated(session: Session, text: string): Value {
  const { value, error } = session.evaluate(text)
  if (value === undefined) throw new Error(`a test has "${text.slice(0, 80)}": '${error?.name}`)
  return value
}

/** `solve[]` calls a function with `::`. A call with no argument at all would be a projection. */
export const callArguments = (args: readonly Value[]): readonly Value[] =>
  args.length === 0 ? [NIL] : args

/** A dictionary's `1| 2` is the larger number as an expression; several lines are not one value. */
const LAYOUT = /\n|^[^"]*\|/

/** The value of a console text, if it is an expression and not the layout of a larger value. */
function readConsole(session: Session, text: string): Value | undefined {
  if (text.trim() === '' || LAYOUT.test(text.trim())) return undefined
  const { value } = session.evaluate(text)
  return value === undefined || (isFunction(value) && value !== NIL) ? undefined : value
}

function shownText(value: Value, limits: QLimits, interrupt?: Interrupt): string {
  startMeter(sessionLimits(limits, interrupt))
  return fromBytes(consoleText(value, { ...CONSOLE })).trim()
}

function fresh(
  { limits, files = {} }: { readonly limits: QLimits; readonly files?: QFiles | undefined },
  interrupt: Interrupt | undefined,
): Session {
  const seeds = Object.entries(files).map(([path, text]) => [path, bytesOf(text)] as const)
  const options = { limits: sessionLimits(limits, interrupt), files: new Map(seeds) }
  return createSession({ ...options, ...CONSOLE })
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const cut = (text: string): string => text.slice(0, ERROR_CHARACTERS_MAX)

const cutShown = (text: string): string =>
  text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}..` : text

/** Whether a result that another q serialized to hexadecimal digits is the right one of a test. */
export function isRightValue(digits: string, test: QTest, limits: QLimits): boolean {
  const { expected, console } = test
  const session = fresh({ limits }, undefined)
  const value = digits === '' ? undefined : session.evaluate(`-9!0x${digits}`).value
  const right =
    expected === null ? readConsole(session, console ?? '') : session.evaluate(expected).value
  return value !== undefined && right !== undefined && sameQValue(value, right)
}
