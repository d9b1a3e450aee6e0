import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { consolePath, lastStart, type RunRecord } from './record.ts'
import { openJobs, type RunState, readRunState } from './state.ts'

/**
 * Reads what others append to a file. A truncated or replaced file is read again from its start.
 */
export class FileTail {
  readonly #path: string
  #offset = 0
  #inode = 0
  #decoder = new StringDecoder('utf8')

  constructor(path: string) {
    this.#path = path
  }

  /** The text since the last call. `isNew` means that it starts at the beginning of the file. */
  read(): { readonly text: string; readonly isNew: boolean } {
    if (!existsSync(this.#path)) return { text: '', isNew: false }
    const file = openSync(this.#path, 'r')
    try {
      const { size, ino } = fstatSync(file)
      const isNew = size < this.#offset || ino !== this.#inode
      if (isNew) {
        this.#offset = 0
        this.#decoder = new StringDecoder('utf8')
      }
      this.#inode = ino
      const bytes = Buffer.alloc(size - this.#offset)
      const count = readSync(file, bytes, 0, bytes.length, this.#offset)
      this.#offset += count
      return { text: this.#decoder.write(bytes.subarray(0, count)), isNew }
    } finally {
      closeSync(file)
    }
  }
}

/** Between two checks of a run: short at first, so that a run that fails at once ends at once. */
const LOOK_MS = { first: 10, longest: 250 }

/**
 * Passes on the output of a run's newest start until it ends or the signal aborts, and returns its
 * state. With an aborted signal, it passes on the output so far.
 *
 * @throws RayError if its cluster cannot be reached
 */
export async function followRun(
  folder: string,
  record: RunRecord,
  write: (text: string) => void,
  signal?: AbortSignal,
): Promise<RunState> {
  const start = lastStart(record)
  if (start.ray !== undefined) {
    if (signal?.aborted === true) {
      write(await openJobs(start.ray).logs(start.ray.job))
      return readRunState(folder, record)
    }
    await openJobs(start.ray).tail(start.ray.job, write, signal)
    return settled(folder, record)
  }
  const tail = new FileTail(consolePath(folder, start.number))
  for (let waitMs = LOOK_MS.first; ; waitMs = Math.min(2 * waitMs, LOOK_MS.longest)) {
    const state = await readRunState(folder, record)
    // The state is checked before the read, so that the last output is not lost.
    const { text } = tail.read()
    if (text !== '') write(text)
    if (state.status !== 'running' || signal?.aborted === true) return state
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Ray closes the log shortly before it reports that the job has ended. */
async function settled(folder: string, record: RunRecord): Promise<RunState> {
  let state = await readRunState(folder, record)
  for (let tries = 0; tries < 20 && state.status === 'running'; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    state = await readRunState(folder, record)
  }
  return state
}
