import { consoleText } from './display/console.ts'
import { caretLines } from './display/errors.ts'
import { oneLine } from './display/one-line.ts'
import { asQError, QBug, type QError, QExit } from './errors.ts'
import { runCommand } from './evaluate/commands.ts'
import { compile } from './evaluate/compile.ts'
import { Interpreter } from './evaluate/interpreter.ts'
import { FileBox, type FileSeeds } from './files/box.ts'
import { entryChunks } from './lexer/chunks.ts'
import { type Plain, toPlain } from './plain.ts'
import { randomSource } from './random/source.ts'
import { bytesToText } from './values/access.ts'
import { chars, NIL } from './values/build.ts'
import { bytesOf } from './values/memory.ts'
import { DEFAULT_LIMITS, type Limits, meter, startMeter } from './values/meter.ts'
import type { Value } from './values/value.ts'
import { VERB_TABLE } from './verb-table.ts'

/** How a session begins. */
export interface SessionOptions {
  /** Decides all random draws; a whole number. */
  readonly seed?: number
  /** "Now", in nanoseconds since 2000.01.01 UTC; it stands still. */
  readonly nowNanoseconds?: bigint
  readonly limits?: Partial<Limits>
  /** Files that programs find, by path; nothing that they do to them is seen elsewhere. */
  readonly files?: FileSeeds
  /** The text of a script that `\l` finds outside of these files. */
  readonly script?: (path: string) => string | undefined
  /** Size of the console in characters. */
  readonly rows?: number
  readonly columns?: number
  /** Significant digits of floats; 0 shows all. */
  readonly precision?: number
}

/** An error as the console tells it. */
export interface SessionError {
  /** The name of the error, such as `type`. */
  readonly name: string
  /** The name, the line and a caret under the place. */
  readonly text: string
  /** The word at which it arose, where that is known. */
  readonly token?: string | undefined
  /** The line of the script, from 1, on which the expression begins that led to it. */
  readonly line?: number | undefined
  /** What was thrown, where a bug of the interpreter is behind it. */
  readonly bug?: unknown
}

/** What came of an entry. */
export interface Outcome {
  /** All that the console printed for it, errors excepted. */
  readonly output: string
  readonly error: SessionError | undefined
  /** The value of the entry; undefined after an error. */
  readonly value: Value | undefined
  /** Set when the entry asked the process to end, with this code. */
  readonly exit?: number
}

/** A workspace with a console. */
export interface Session {
  readonly interpreter: Interpreter
  /** Evaluates one entry of the console, which shows its value. */
  evaluate(code: string): Outcome
  /**
   * Runs a script as one entry: expressions that are no assignments print their one-line form. The
   * first error ends it.
   */
  load(script: string): Outcome
  /** The value of a global variable; undefined when there is none. */
  read(name: string): Value | undefined
  /** A value as JSON. */
  plain(value: Value): Plain
  /** Applies a value within the limits, as an entry of its own. */
  apply(target: Value, args: readonly Value[]): Outcome
}

/** 2024.01.01 in nanoseconds since 2000.01.01. */
const DEFAULT_NOW = 8766n * 86_400_000_000_000n

/** A fresh workspace. The same options and entries give the same output, on every machine. */
export function createSession(options: SessionOptions = {}): Session {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  // Its first files are paid for by nobody's last steps.
  startMeter(limits)
  const { script } = options
  const world = {
    nowNanoseconds: options.nowNanoseconds ?? DEFAULT_NOW,
    random: randomSource(options.seed ?? -314_159),
    files: new FileBox(options.files),
    script: (path: string) => {
      const text = script?.(fromBytes(path))
      return text === undefined ? undefined : toBytes(text)
    },
  }
  const q = new Interpreter(world, VERB_TABLE)
  q.console.rows = options.rows ?? 25
  q.console.columns = options.columns ?? 80
  q.console.precision = options.precision ?? 7
  return {
    interpreter: q,
    evaluate: (code) => {
      const source = toBytes(code)
      return attempt(q, limits, source, () => {
        const values = entryChunks(source).map((chunk) => runEntry(q, chunk))
        return values.at(-1) ?? NIL
      })
    },
    load: (script) => {
      const source = toBytes(script)
      return attempt(q, limits, source, () => q.load(source))
    },
    read: (name) => q.find(name),
    plain: (value) => toPlain(value, (inner) => oneLine(inner, 0)),
    apply: (target, args) => attempt(q, limits, '', () => q.apply(target, args)),
  }
}

function runEntry(q: Interpreter, source: string): Value {
  const command = runCommand(q, source)
  if (command !== undefined) return command
  // A view of that name would end every entry in its own error.
  const reader = q.environment.cell('.z.pi').value
  if (reader !== undefined) return q.apply(reader, [chars(`${source}\n`)])
  const program = compile(q, source)
  const value = program.run()
  if (!program.isSilent) q.print(consoleText(value, q.console))
  return value
}

/** The bytes of what the variables of the workspace and of the running calls hold. */
function bytesAlive(q: Interpreter): number {
  const seen = new Set<Value>()
  let total = q.files.size
  for (const { own, viewValue } of q.environment.defined()) {
    for (const value of [own, viewValue]) if (value !== undefined) total += bytesOf(value, seen)
  }
  for (const { slots } of meter.frames) {
    for (const slot of slots) if (slot !== undefined) total += bytesOf(slot, seen)
  }
  return total
}

function attempt(q: Interpreter, limits: Limits, source: string, run: () => Value): Outcome {
  startMeter(limits, () => bytesAlive(q))
  q.startOutput(limits.outputMax)
  try {
    const value = run()
    return { output: fromBytes(q.output.join('')), error: undefined, value }
  } catch (error) {
    if (error instanceof QExit) {
      const printed = fromBytes(q.output.join(''))
      return { output: printed, error: undefined, value: undefined, exit: error.code }
    }
    const known = knownError(error)
    const text = fromBytes(caretLines(known, source))
    const output = fromBytes(q.output.join(''))
    const token = known.token === undefined ? undefined : fromBytes(known.token)
    const told = { name: fromBytes(known.message), text, token, line: known.line }
    const bug = known instanceof QBug ? { bug: known.cause } : {}
    return { output, error: { ...told, ...bug }, value: undefined }
  }
}

/** An error as the console tells it: a bug costs one entry, never the workspace. */
function knownError(error: unknown): QError {
  try {
    return asQError(error)
  } catch (bug) {
    return new QBug(bug)
  }
}

/** Text as one character per byte of UTF-8, which is how q sees it. */
export const toBytes = (text: string): string => bytesToText(new TextEncoder().encode(text))

/** The text of bytes of UTF-8; bytes that are none become replacement characters. */
export function fromBytes(text: string): string {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i)
  return new TextDecoder().decode(bytes)
}
