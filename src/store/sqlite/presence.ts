import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../event-store.ts'

/** Resolution of a folder's modification time: it may not show a second change within it. */
const COARSE_MS = 50

/**
 * Detects that the files of an open database were moved or deleted, because writes would go into
 * files that nobody finds. An unchanged modification time of the folder shows, in one call, that
 * nothing in it was renamed or removed.
 */
export class Presence {
  readonly #path: string
  readonly #folder: string
  readonly #files: readonly (readonly [path: string, inode: number])[]
  #folderInode = 0
  #folderMs = Number.NaN

  /** @param path of a database that is open and was read: its write-ahead log is there */
  constructor(path: string) {
    this.#path = path
    this.#folder = dirname(path)
    this.#files = [path, `${path}-wal`].map((name) => [name, readInode(name)])
  }

  /** @throws StoreError `gone` */
  check(): void {
    const folder = statIfPresent(this.#folder)
    const isSame = folder?.mtimeMs === this.#folderMs && folder.ino === this.#folderInode
    if (isSame) return
    for (const [name, inode] of this.#files) {
      if (readInode(name) === inode) continue
      throw new StoreError(
        'gone',
        `event store ${this.#path}: ${name} was moved or deleted while it was in use; put it ` +
          'back, or stop the server and restore a backup',
      )
    }
    // What changed a moment ago may change again within the same tick of the folder's clock.
    const isSettled = folder !== undefined && folder.mtimeMs < Date.now() - COARSE_MS
    this.#folderMs = isSettled ? folder.mtimeMs : Number.NaN
    this.#folderInode = folder?.ino ?? 0
  }
}

const ABSENT_IS_FINE = { throwIfNoEntry: false } as const

const statIfPresent = (path: string): Stats | undefined => statSync(path, ABSENT_IS_FINE)

const readInode = (path: string): number => statIfPresent(path)?.ino ?? 0
