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
import { memoryOf } from './values/memory.ts'
import { DEFAULT_LIMITS, type EvaluationLimits, meter, startMeter } from './values/meter.ts'
import type { Value } from './values/value.ts'
import { VERB_TABLE } from './verb-table.ts'

/** Options of a session. */
export interface SessionOptions {
  /** Determines all random draws; an integer. */
  readonly seed?: number
  /** The current time in nanoseconds since 2000.01.01 UTC; it does not advance. */
  readonly nowNanoseconds?: bigint
  readonly limits?: Partial<EvaluationLimits>
  /** The files that programs see, by path. Changes stay within the session. */
  readonly files?: FileSeeds
  /** Returns a script that `\l` loads from outside these files. */
  readonly script?: (path: string) => string | undefined
  /** The size of the console in characters. */
  readonly rows?: number
  readonly columns?: number
  /** Significant digits of floats; 0 for all. */
  readonly precision?: number
}

/** An error as the console shows it. */
export interface SessionError {
  /** The name of the error, such as `type`. */
  readonly name: string
  /** The name, the line, and a caret under the position. */
  readonly text: string
  /** The word at the error, if known. */
  readonly token?: string | undefined
  /** The line of the script, from 1, at which the failing expression begins. */
  readonly line?: number | undefined
  /** The original error, if a bug of the interpreter caused it. */
  readonly bug?: unknown
}

/** The result of an entry. */
export interface EntryResult {
  /** Everything that the console printed, except errors. */
  readonly output: string
  readonly error: SessionError | undefined
  /** The value of the entry; undefined after an error. */
  readonly value: Value | undefined
  /** Set if the entry asked the process to exit, with this code. */
  readonly exit?: number
}

/** A workspace with a console. */
export interface Session {
  readonly interpreter: Interpreter
  /** Evaluates one console entry and prints its value. */
  evaluate(code: string): EntryResult
  /**
   * Runs a script as one entry. Expressions other than assignments print their one-line form. The
   * first error ends it.
   */
  load(script: string): EntryResult
  /** The value of a global variable; undefined if there is none. */
  read(name: string): Value | undefined
  /** A value as JSON. */
  plain(value: Value): Plain
  /** Applies a value within the limits, as a separate entry. */
  apply(target: Value, args: readonly Value[]): EntryResult
}

/** 2024.01.01 in nanoseconds since 2000.01.01. */
const DEFAULT_NOW = 8766n * 86_400_000_000_000n

/** A fresh workspace. The same options and entries give the same output on every machine. */
export function createSession(options: SessionOptions = {}): Session {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  // Initial files are charged to the session, not to earlier work.
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
  // A view with that name would end every entry with its own error.
  const reader = q.environment.cell('.z.pi').value
  if (reader !== undefined) return q.apply(reader, [chars(`${source}\n`)])
  const program = compile(q, source)
  const value = program.run()
  if (!program.isSilent) q.print(consoleText(value, q.console))
  return value
}

/** The bytes held by the variables of the workspace and of running calls. */
function bytesAlive(q: Interpreter): number {
  const seen = new Set<Value>()
  let total = q.files.size
  for (const { unsharedValue: own, viewValue } of q.environment.defined()) {
    for (const value of [own, viewValue]) if (value !== undefined) total += memoryOf(value, seen)
  }
  for (const { slots } of meter.frames) {
    for (const slot of slots) if (slot !== undefined) total += memoryOf(slot, seen)
  }
  return total
}

function attempt(
  q: Interpreter,
  limits: EvaluationLimits,
  source: string,
  run: () => Value,
): EntryResult {
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
    const known = consoleError(error)
    const text = fromBytes(caretLines(known, source))
    const output = fromBytes(q.output.join(''))
    const token = known.token === undefined ? undefined : fromBytes(known.token)
    const report = { name: fromBytes(known.message), text, token, line: known.line }
    const bug = known instanceof QBug ? { bug: known.cause } : {}
    return { output, error: { ...report, ...bug }, value: undefined }
  }
}

/** An error for the console. A bug ends one entry, never the workspace. */
function consoleError(error: unknown): QError {
  try {
    return asQError(error)
  } catch (bug) {
    return new QBug(bug)
  }
}

/** UTF-8 text as one character per byte, the form that q uses. */
export const toBytes = (text: string): string => bytesToText(new TextEncoder().encode(text))

/** The text of UTF-8 bytes; invalid bytes become replacement characters. */
export function fromBytes(text: string): string {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i)
  return new TextDecoder().decode(bytes)
}
