import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'
import { LOG_BYTES_MAX } from './write-ahead-log.ts'

/** A commit: number and running sum of its last row. */
export interface HeadCommit {
  readonly number: number
  readonly chain: number
  /** The episode of each of its rows, which are numbered without gaps. */
  readonly episodes: readonly string[]
}

/** The content of a head file: its store, and the last commits, not always in order. */
export interface HeadContent {
  readonly storeId: string
  readonly commits: readonly HeadCommit[]
}

export const headPath = (path: string): string => `${path}-head`

const TITLE = 'backchannel-head 1'
const FLUSH_MS = 50
/** More than this is written at once, so that a busy writer does not fill the memory. */
const WAITING_CHARACTERS_MAX = 1 << 20
/** Rows that stay when the file is cut: more than a write-ahead log holds. */
const BYTES_KEPT = LOG_BYTES_MAX / 8
const BYTES_MAX = BYTES_KEPT * 2

interface HeadOptions {
  readonly storeId: string
  /** Whether every commit is written immediately. */
  readonly isEager: boolean
  /** Whether to discard the content of the file, for a store that continues without lost rows. */
  readonly startsAnew: boolean
}

/**
 * Records the last commits in a file beside the database, so that the next start can name the steps
 * that a torn or lost database file lacks. It has the episode of each row, a line per commit, and a
 * checksum of each write. It is written after the commit, some milliseconds later unless it is
 * eager, and never synced. So it may be behind its database, and is never ahead of it.
 */
export class HeadWriter {
  readonly #databasePath: string
  readonly #path: string
  readonly #title: string
  readonly #isEager: boolean
  #startsAnew: boolean
  #text = ''
  #timer: NodeJS.Timeout | undefined
  #bytes: number | undefined
  /** The last row of the file and of the pending writes; undefined until the file was read. */
  #lastNumber: number | undefined
  #hasWarned = false

  constructor(path: string, { storeId, isEager, startsAnew }: HeadOptions) {
    this.#databasePath = path
    this.#path = headPath(path)
    this.#title = `${TITLE} ${storeId}\n`
    this.#isEager = isEager
    this.#startsAnew = startsAnew
  }

  /** Records a commit. @param episodes the episode of each row */
  record(episodes: readonly string[], number: number, chain: number): void {
    this.recordLater(episodes, number, chain)
    if (this.#isEager || this.#text.length > WAITING_CHARACTERS_MAX) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref()
  }

  /** Like `record`, for earlier commits: they are written with the next recorded one. */
  recordLater(episodes: readonly string[], number: number, chain: number): void {
    this.#text += `${episodes.join('\n')}\n= ${number} ${chain}\n`
    if (this.#lastNumber !== undefined) this.#lastNumber = Math.max(this.#lastNumber, number)
  }

  /** The last row of the file and of the pending writes. */
  lastNumber(): number {
    this.flush()
    this.#lastNumber ??= this.#readLastNumber()
    return this.#lastNumber
  }

  #readLastNumber(): number {
    if (this.#startsAnew) return 0
    const commits = readHead(this.#databasePath)?.commits ?? []
    return commits.reduce((last, { number }) => Math.max(last, number), 0)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === '') return
    const block = `${this.#text}# ${crc32(this.#text).toString(16)}\n`
    this.#text = ''
    try {
      this.#bytes ??= this.#sizeNow()
      if (this.#bytes > BYTES_MAX) this.#cut()
      appendFileSync(this.#path, block)
      this.#bytes += block.length
    } catch (error) {
      // The commit is stored. The next start cannot detect its loss if the head file lacks it.
      this.#bytes = undefined
      this.#lastNumber = undefined
      if (this.#hasWarned) return
      this.#hasWarned = true
      process.emitWarning(`${this.#path} cannot be written: ${String(error)}`)
    }
  }

  #sizeNow(): number {
    if (this.#startsAnew || !existsSync(this.#path)) this.#write(this.#title)
    this.#startsAnew = false
    return statSync(this.#path).size
  }

  #cut(): void {
    const text = readFileSync(this.#path, 'utf8')
    const from = text.indexOf('\n# ', text.length - BYTES_KEPT)
    this.#write(this.#title + text.slice(text.indexOf('\n', from + 1) + 1))
  }

  #write(text: string): void {
    const draft = `${this.#path}.${process.pid}`
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, this.#path)
    this.#bytes = text.length
  }
}

/** Reads the head of a database; undefined if there is none. Broken lines are skipped. */
export function readHead(path: string): HeadContent | undefined {
  if (!existsSync(headPath(path))) return undefined
  const [title = '', ...lines] = readFileSync(headPath(path), 'utf8').split('\n')
  if (!title.startsWith(`${TITLE} `)) return undefined
  const commits: HeadCommit[] = []
  let block = ''
  for (const line of lines) {
    if (line.startsWith('# ')) {
      if (crc32(block).toString(16) === line.slice(2)) commits.push(...parseCommits(block))
      block = ''
    } else {
      block += `${line}\n`
    }
  }
  return { storeId: title.slice(TITLE.length + 1), commits }
}

function parseCommits(block: string): HeadCommit[] {
  const commits: HeadCommit[] = []
  let episodes: string[] = []
  for (const line of block.split('\n')) {
    const [mark, number, chain] = line.split(' ')
    if (mark !== '=') {
      if (line !== '') episodes.push(line)
      continue
    }
    commits.push({ number: Number(number), chain: Number(chain), episodes })
    episodes = []
  }
  return commits
}
