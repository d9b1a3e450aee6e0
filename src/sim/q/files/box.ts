import { QError, signal } from '../errors.ts'
import { reserve } from '../values/meter.ts'

/** Files of a session by path. They are in memory: nothing that a program does leaves it. */
export type FileSeeds = ReadonlyMap<string, Uint8Array>

/** What one session may hold. */
const BYTES_MAX = 64 * 2 ** 20
const FILES_MAX = 10_000
const PATH_MAX = 1_000
const FIRST_HANDLE = 3

/** An error of the operating system, as q tells it. */
export const failure = (path: string, reason: string): never =>
  signal(`${path}. OS reports: ${reason}`)

const MISSING = 'No such file or directory'
const FULL = 'No space left on device'

/**
 * The files of one session. Folders are there as long as they hold something or were made; paths
 * are within the box, whatever `..` they have. The bytes of a file are never changed, so that boxes
 * may share them.
 */
export class FileBox {
  readonly #files: Map<string, Uint8Array>
  readonly #folders = new Set<string>()
  readonly #handles = new Map<number, string>()
  #bytes = 0
  #folder = ''

  constructor(seeds: FileSeeds = new Map()) {
    this.#files = new Map()
    for (const [path, bytes] of seeds) this.#put(path, bytes)
  }

  /** What all files take, in bytes. */
  get size(): number {
    return this.#bytes
  }

  /** The current folder. */
  get folder(): string {
    return `/${this.#folder}`
  }

  /** @throws QError when there is no such folder */
  enter(path: string): void {
    if (this.list(path) === undefined) failure(path, MISSING)
    this.#folder = this.#within(path)
  }

  /** Whether there is a file of this path. */
  has(path: string): boolean {
    return this.#files.has(this.#within(path))
  }

  /** The bytes of a file. @throws QError when there is none */
  read(path: string): Uint8Array {
    const bytes = this.#files.get(this.#within(path)) ?? failure(path, MISSING)
    reserve(bytes.length)
    return bytes
  }

  /** Makes or replaces a file, and the folders above it. @throws QError when there is no room */
  write(path: string, bytes: Uint8Array): void {
    reserve(bytes.length)
    this.#put(path, bytes)
  }

  #put(path: string, bytes: Uint8Array): void {
    const full = this.#within(path)
    if (full === '' || this.#isFolder(full)) failure(path, 'Is a directory')
    if (full.length > PATH_MAX) failure(path.slice(0, 80), 'File name too long')
    const before = this.#files.get(full)
    const size = this.#bytes - (before?.length ?? 0) + bytes.length
    if (size > BYTES_MAX || (before === undefined && this.#files.size >= FILES_MAX)) {
      failure(path, FULL)
    }
    for (let above = parentOf(full); above !== ''; above = parentOf(above)) {
      if (this.#files.has(above)) failure(path, 'Not a directory')
    }
    this.#bytes = size
    this.#files.set(full, bytes)
  }

  /** Puts bytes at the end of a file, which is made where there is none. */
  append(path: string, bytes: Uint8Array): void {
    const before = this.has(path) ? this.read(path) : new Uint8Array(0)
    const longer = new Uint8Array(reserve(before.length + bytes.length))
    longer.set(before)
    longer.set(bytes, before.length)
    this.write(path, longer)
  }

  /** Makes an empty folder. */
  makeFolder(path: string): void {
    const full = this.#within(path)
    if (this.#files.has(full)) failure(path, 'File exists')
    if (this.#folders.size >= FILES_MAX) failure(path, FULL)
    this.#folders.add(full)
  }

  /** Takes away a file, or a folder that is empty. @throws QError when there is none such */
  remove(path: string): void {
    const full = this.#within(path)
    const bytes = this.#files.get(full)
    if (bytes !== undefined) {
      this.#bytes -= bytes.length
      this.#files.delete(full)
      return
    }
    const inside = this.list(path) ?? failure(path, MISSING)
    if (inside.length > 0) failure(path, 'Directory not empty')
    this.#folders.delete(full)
  }

  /** The names in a folder, in order; undefined when there is no such folder. */
  list(path: string): readonly string[] | undefined {
    const full = this.#within(path)
    const prefix = full === '' ? '' : `${full}/`
    const names = new Set<string>()
    for (const known of [...this.#files.keys(), ...this.#folders]) {
      if (known.startsWith(prefix) && known !== full) {
        names.add(known.slice(prefix.length).split('/')[0] as string)
      }
    }
    if (names.size === 0 && full !== '' && !this.#folders.has(full)) return undefined
    return [...names].sort()
  }

  /** A handle that appends to a file, which is made where there is none. */
  open(path: string): number {
    if (!this.has(path)) this.write(path, new Uint8Array(0))
    let handle = FIRST_HANDLE
    while (this.#handles.has(handle)) handle++
    this.#handles.set(handle, this.#absolute(path))
    return handle
  }

  /** The path of an open handle; undefined for any other number. */
  opened(handle: number): string | undefined {
    return this.#handles.get(handle)
  }

  /** Closes a handle; whether it was open. */
  close(handle: number): boolean {
    return this.#handles.delete(handle)
  }

  #isFolder(full: string): boolean {
    if (this.#folders.has(full)) return true
    for (const known of this.#files.keys()) if (known.startsWith(`${full}/`)) return true
    return false
  }

  readonly #absolute = (path: string): string => `/${this.#within(path)}`

  /** The path from the root of the box, without a slash at either end. */
  #within(path: string): string {
    if (path.includes('\0')) throw new QError('type')
    const parts: string[] = path.startsWith('/') ? [] : this.#folder.split('/').filter(Boolean)
    for (const part of path.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '' && part !== '.') parts.push(part)
    }
    return parts.join('/')
  }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
