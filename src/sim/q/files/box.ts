import { QError, signal } from '../errors.ts'
import { reserveBulk, spend } from '../values/meter.ts'

/** The files of a session by path. They are in memory: no program can affect anything outside. */
export type FileSeeds = ReadonlyMap<string, Uint8Array>

/** The maximum size of one session's files. */
const BYTES_MAX = 64 * 2 ** 20
const FILES_MAX = 10_000
const PATH_MAX = 1_000
const FIRST_HANDLE = 3
const HANDLES_MAX = 1_000

/** An operating system error as q reports it. */
export const failure = (path: string, reason: string): never =>
  signal(`${path}. OS reports: ${reason}`)

const MISSING = 'No such file or directory'
const FULL = 'No space left on device'

/** Characters of a path, or names of a folder, that are processed per step, as a power of two. */
const LOOKED_AT_BITS = 4
/** The additional cost of sorting names, per name. */
const SORTED_BITS = 1

/** A file. It may have spare capacity, so that a log can grow efficiently. */
interface File {
  room: Uint8Array
  size: number
}

/**
 * The files of one session. A folder exists as long as it contains something or was made
 * explicitly. Paths stay within the box, even with `..`. The bytes of a file are never changed in
 * place, so boxes may share them. Callers pay for the path and for the names listed.
 */
export class FileBox {
  readonly #files = new Map<string, File>()
  /** The names in each folder; the root's path is the empty text. */
  readonly #folders = new Map<string, Set<string>>([['', new Set()]])
  /** Folders that remain when they are empty. */
  readonly #createdFolders = new Set([''])
  readonly #handles = new Map<number, string>()
  #bytes = 0
  #folder = ''

  constructor(seeds: FileSeeds = new Map()) {
    for (const [path, bytes] of seeds) this.write(path, bytes)
  }

  /** The total size of all files in bytes. */
  get size(): number {
    return this.#bytes
  }

  /** The current folder. */
  get folder(): string {
    return `/${this.#folder}`
  }

  /** @throws QError when there is no such folder */
  enter(path: string): void {
    const fullPath = this.#within(path)
    if (!this.#folders.has(fullPath)) failure(path, MISSING)
    this.#folder = fullPath
  }

  /** Whether a file with this path exists. */
  has(path: string): boolean {
    return this.#files.has(this.#within(path))
  }

  /** Whether a folder with this path exists. */
  hasFolder(path: string): boolean {
    return this.#folders.has(this.#within(path))
  }

  /**
   * The size of a file in bytes.
   *
   * @throws QError if there is none
   */
  sizeOf(path: string): number {
    return this.#fileAt(path).size
  }

  /**
   * The bytes of a file, which callers must not change.
   *
   * @throws QError if there is none
   */
  read(path: string): Uint8Array {
    const { room, size } = this.#fileAt(path)
    return room.subarray(0, size)
  }

  /**
   * Makes or replaces a file, and the folders above it.
   *
   * @throws QError if there is no space
   */
  write(path: string, bytes: Uint8Array): void {
    const fullPath = this.#within(path)
    this.#makeRoom(path, fullPath, bytes.length - (this.#files.get(fullPath)?.size ?? 0))
    this.#files.set(fullPath, { room: bytes, size: bytes.length })
  }

  /** Appends bytes to a file, which is created if needed. */
  append(path: string, bytes: Uint8Array): void {
    const fullPath = this.#within(path)
    this.#makeRoom(path, fullPath, bytes.length)
    const file = this.#files.get(fullPath) ?? { room: new Uint8Array(0), size: 0 }
    const size = file.size + bytes.length
    if (size > file.room.length) {
      const room = new Uint8Array(reserveBulk(Math.max(size, 2 * file.size)))
      room.set(file.room.subarray(0, file.size))
      file.room = room
    }
    file.room.set(bytes, file.size)
    this.#files.set(fullPath, { room: file.room, size })
  }

  #fileAt(path: string): File {
    return this.#files.get(this.#within(path)) ?? failure(path, MISSING)
  }

  #makeRoom(path: string, fullPath: string, addedBytes: number): void {
    const isNew = !this.#files.has(fullPath)
    if (fullPath === '' || this.#folders.has(fullPath)) failure(path, 'Is a directory')
    if (fullPath.length > PATH_MAX) failure(path.slice(0, 80), 'File name too long')
    if (this.#bytes + addedBytes > BYTES_MAX || (isNew && this.#files.size >= FILES_MAX)) {
      failure(path, FULL)
    }
    if (isNew) this.#enlist(path, fullPath)
    this.#bytes += addedBytes
  }

  /** Adds a name to its folder, and that folder to the one above. */
  #enlist(path: string, fullPath: string): void {
    const parent = parentPath(fullPath)
    if (this.#files.has(parent)) failure(path, 'Not a directory')
    const names = this.#folders.get(parent)
    if (names === undefined) {
      this.#enlist(path, parent)
      this.#folders.set(parent, new Set([baseName(fullPath)]))
    } else names.add(baseName(fullPath))
  }

  /**
   * Removes a name from its folder. The folder disappears with its last name unless it was made
   * explicitly.
   */
  #delist(fullPath: string): void {
    const parent = parentPath(fullPath)
    const names = this.#folders.get(parent)
    names?.delete(baseName(fullPath))
    if (names?.size !== 0 || this.#createdFolders.has(parent)) return
    this.#folders.delete(parent)
    this.#delist(parent)
  }

  /** Makes an empty folder. */
  makeFolder(path: string): void {
    const fullPath = this.#within(path)
    if (this.#files.has(fullPath)) failure(path, 'File exists')
    if (fullPath.length > PATH_MAX) failure(path.slice(0, 80), 'File name too long')
    if (this.#createdFolders.size >= FILES_MAX) failure(path, FULL)
    if (!this.#folders.has(fullPath)) {
      this.#enlist(path, fullPath)
      this.#folders.set(fullPath, new Set())
    }
    this.#createdFolders.add(fullPath)
  }

  /**
   * Removes a file or an empty folder.
   *
   * @throws QError if there is none
   */
  remove(path: string): void {
    const fullPath = this.#within(path)
    const file = this.#files.get(fullPath)
    if (file === undefined) {
      const entries = this.#folders.get(fullPath) ?? failure(path, MISSING)
      if (entries.size > 0 || fullPath === '') failure(path, 'Directory not empty')
      this.#createdFolders.delete(fullPath)
      this.#folders.delete(fullPath)
    } else {
      this.#bytes -= file.size
      this.#files.delete(fullPath)
    }
    this.#delist(fullPath)
  }

  /** The sorted names in a folder; undefined if there is no such folder. */
  list(path: string): readonly string[] | undefined {
    const names = this.#folders.get(this.#within(path))
    if (names === undefined) return undefined
    spend(names.size >> SORTED_BITS)
    return [...names].sort()
  }

  /** A handle that appends to a file, which is created if needed. */
  open(path: string): number {
    if (!this.has(path)) this.write(path, new Uint8Array(0))
    if (this.#handles.size >= HANDLES_MAX) failure(path, 'Too many open files')
    let handle = FIRST_HANDLE
    while (this.#handles.has(handle)) handle++
    this.#handles.set(handle, `/${this.#within(path)}`)
    return handle
  }

  /** The path of an open handle; undefined for other numbers. */
  openedPath(handle: number): string | undefined {
    return this.#handles.get(handle)
  }

  /** Closes a handle and returns whether it was open. */
  close(handle: number): boolean {
    return this.#handles.delete(handle)
  }

  /** The path from the root of the box, without slashes at the ends. */
  #within(path: string): string {
    spend(1 + (path.length >> LOOKED_AT_BITS))
    if (path.includes('\0')) throw new QError('type')
    const parts: string[] = path.startsWith('/') ? [] : this.#folder.split('/').filter(Boolean)
    for (const part of path.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '' && part !== '.') parts.push(part)
    }
    return parts.join('/')
  }
}

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
