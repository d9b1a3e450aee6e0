import { QError } from '../errors.ts'
import { type FileBox, failure } from '../files/box.ts'
import { fileNamed, isFileName, writeFile } from '../files/store.ts'
import { namespaceValue } from '../namespaces/tree.ts'
import { datePart } from '../qsql/dotted.ts'
import type { RandomSource } from '../random/source.ts'
import { symbol } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import type { VerbTable } from '../verbs/table.ts'
import { primitive } from '../verbs/verb.ts'
import { applyValue } from './apply.ts'
import { systemText } from './commands.ts'
import { compile, topScope } from './compile.ts'
import { GlobalVariables } from './environment.ts'
import { indexOne } from './indexing.ts'
import { runChunks } from './run-script.ts'
import type { Scope } from './scope.ts'
import { evaluateTree, type Resolve } from './tree.ts'

/** Console settings: `\c` and `\P`. */
export interface ConsoleSettings {
  rows: number
  columns: number
  precision: number
  /** Whether the program has set the size. */
  isSet?: boolean
}

/** The external inputs of an interpreter, which has no clock and no random source of its own. */
interface World {
  /** The current time in nanoseconds since 2000.01.01 UTC. */
  readonly nowNanoseconds: bigint
  readonly random: RandomSource
  /** The files that programs can see. */
  readonly files: FileBox
  /** Returns a script that `\l` loads from outside these files, in q's bytes. */
  readonly script?: ((path: string) => string | undefined) | undefined
}

/** One workspace: its variables, its console, and the application of values. */
export class Interpreter {
  readonly environment = new GlobalVariables()
  readonly console: ConsoleSettings = { rows: 25, columns: 80, precision: 7 }
  readonly world: World
  /** The verbs of the language and the system variables. */
  readonly verbs: VerbTable
  /** The values of settings without an effect here, by letter. */
  readonly settings = new Map<string, Value>()
  /** Random sources as they were when the program asked for their mark. */
  readonly randomMarks = new Map<number, () => RandomSource>()
  /** The variables of `setenv` and `getenv`: the session's own, initially empty. */
  readonly processVariables = new Map<string, string>()
  /** The files of the session. */
  readonly files: FileBox
  /** The output of the running evaluation. */
  readonly output: string[] = []
  #outputLeft = 0
  #isReadOnly = false

  /** The source of draws: the world's until the program sets a seed. */
  random: RandomSource

  constructor(world: World, verbs: VerbTable) {
    this.world = world
    this.verbs = verbs
    this.random = world.random
    this.files = world.files
  }

  /** Clears the output and sets its maximum length. */
  startOutput(charactersMax: number): void {
    this.output.length = 0
    this.#outputLeft = charactersMax
  }

  /**
   * Prints text unchanged.
   *
   * @throws QError `limit` if it exceeds the evaluation's output limit
   */
  print(text: string): void {
    this.#outputLeft -= text.length
    if (this.#outputLeft < 0) throw new QError('limit')
    this.output.push(text)
  }

  /** Applies or indexes a value. */
  apply(target: Value, args: readonly Value[]): Value {
    return applyValue(this, target, args)
  }

  /** Evaluates statements and returns the last value. */
  evaluate(source: string): Value {
    return source.startsWith('\\') ? systemText(this, source.slice(1)) : compile(this, source).run()
  }

  /** Evaluates a parse tree. Names are looked up by `resolve` before the workspace. */
  evaluateTree(tree: Value, resolve: Resolve): Value {
    return evaluateTree(this, tree, resolve)
  }

  /** Runs a script and returns the value of its last expression. */
  load(script: string): Value {
    return runChunks(this, script)
  }

  /** The scope for compiling text of a namespace. */
  scopeOf(source: string, context: string): Scope {
    return topScope(this, source, context)
  }

  /**
   * The value of a global name.
   *
   * @throws QError with the name if it has none
   */
  lookUp(fullName: string): Value {
    const found = this.find(fullName)
    if (found !== undefined) return found
    if (isFileName(fullName)) failure(fullName.slice(1), 'No such file or directory')
    throw new QError(fullName)
  }

  /**
   * The value of a symbol: a name in the current namespace, or the whole default namespace for a
   * lone dot.
   *
   * @throws QError with the name if it has none
   */
  valueOf(name: string): Value {
    const all = name === '.' ? namespaceValue(this, name) : undefined
    return all ?? this.lookUp(this.environment.qualify(name))
  }

  /** The value of a global name, a keyword or a file; undefined if it has none. */
  find(fullName: string): Value | undefined {
    if (isFileName(fullName)) return fileNamed(this, fullName)
    return this.#findNamed(fullName) ?? namespaceValue(this, fullName)
  }

  #findNamed(fullName: string): Value | undefined {
    const cell = this.environment.cell(fullName)
    if (cell.value !== undefined) return cell.value
    if (cell.viewCode !== undefined) return cell.viewCode(EMPTY_FRAME as never)
    const verb = this.verbs.find(fullName.replace(/^\.q\./, ''))
    if (verb !== undefined) return primitive(verb)
    return this.verbs.findVariable(fullName)?.read(this) ?? this.#dotted(fullName)
  }

  /** `t.column`: an item of a dictionary or a table by dot notation, or a part of a time. */
  #dotted(fullName: string): Value | undefined {
    const dot = fullName.lastIndexOf('.')
    if (dot <= 0) return undefined
    const name = fullName.slice(0, dot)
    if (this.environment.cell(name).viewCode !== undefined) throw new QError('nyi')
    const owner = this.#findNamed(name)
    const part = fullName.slice(dot + 1)
    if (owner?.kind !== 'dictionary' && owner?.kind !== 'table') {
      return owner && datePart(this, owner, part)
    }
    return indexOne(this, owner, symbol(part))
  }

  /** Runs a function that must not change global variables. */
  readOnly<T>(run: () => T): T {
    const before = this.#isReadOnly
    this.#isReadOnly = true
    try {
      return run()
    } finally {
      this.#isReadOnly = before
    }
  }

  /** @throws QError `noupdate` with the namespace while nothing may be changed */
  checkWritable(): void {
    if (this.#isReadOnly) throw new QError(`noupdate: \`${this.environment.context || '.'}`)
  }

  /**
   * Sets a global variable or a file.
   *
   * @throws QError `noupdate` during `readOnly`
   */
  assign(fullName: string, value: Value): void {
    if (isFileName(fullName)) {
      writeFile(this, fullName, value)
      return
    }
    this.checkWritable()
    this.environment.set(this.environment.cell(fullName), value)
  }
}

const EMPTY_FRAME = { slots: [], returned: undefined }
