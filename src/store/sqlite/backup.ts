import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { type CheckReport, StoreError } from '../event-store.ts'
import { mustBeOurs } from '../migrations.ts'
import { checkDatabase, withSnapshot } from './check.ts'
import { mustExist, openDatabase } from './database.ts'
import { isLockedOut, storeError } from './errors.ts'
import { HeadWriter, headPath } from './head-file.ts'
import { type LastRow, Ledger, ledgerEnd, SELECT_LAST_ROW } from './ledger.ts'
import { openPinnedDatabase } from './pinned-database.ts'
import { readableAt } from './readable-copy.ts'

const BUSY_MS = 5_000

/** What was copied, and where to. */
export interface CopyReport {
  readonly path: string
  readonly episodes: number
  readonly rows: number
  /** Where the store is that stood there before; null if there was none. */
  readonly kept: string | null
}

/**
 * Copies a store as it is now into a new file, also while a server writes to it: one snapshot, read
 * beside the writers. The copy is whole and on the disk before it gets its name, and is checked.
 *
 * @throws StoreError naming the path and the remedy; `corrupt` if the copy has defects
 */
export async function backUp(from: string, targetPath: string): Promise<CopyReport> {
  const [source, target] = [resolve(from), resolve(targetPath)]
  mustExist(source)
  mustBeFree(target)
  const draft = `${target}.draft`
  try {
    const { episodes, rows, end } = await copyInto(source, draft)
    writeHead(target, end)
    settle(draft, target)
    return { path: target, episodes, rows, kept: null }
  } catch (error) {
    throw copyError(error, source)
  } finally {
    remove(draft)
  }
}

/**
 * Puts a backup in the place of a store. A store that is there is kept beside it, and must not be
 * in use; its head goes with it, so that the restored one is held against its own.
 *
 * @throws StoreError naming the path and the remedy; `corrupt` if the backup has defects
 */
export async function restore(
  from: string,
  targetPath: string,
  { replace }: { readonly replace: boolean },
): Promise<CopyReport> {
  const [source, target] = [resolve(from), resolve(targetPath)]
  mustExist(source)
  if (replace) mustLeadSomewhere(target)
  else mustBeFree(target)
  const draft = `${target}.draft`
  try {
    const { episodes, rows, end } = await copyInto(source, draft)
    const previousCopy = existsSync(target) ? setAside(target) : null
    try {
      for (const suffix of ['-wal', '-shm']) rmSync(`${target}${suffix}`, { force: true })
      writeHead(target, end)
      settle(draft, target)
    } catch (error) {
      rmSync(headPath(target), { force: true })
      if (previousCopy !== null) moveStore(previousCopy, target)
      throw error
    }
    return { path: target, episodes, rows, kept: previousCopy }
  } catch (error) {
    throw copyError(error, target)
  } finally {
    remove(draft)
  }
}

function mustBeFree(path: string): void {
  mustLeadSomewhere(path)
  if (!existsSync(path)) return
  throw new StoreError(
    'io',
    `${path} is there already; choose another path, or replace a store with "db restore --replace"`,
  )
}

/** A link to nowhere is no free place: a file that gets its name would take that of the link. */
function mustLeadSomewhere(path: string): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (!isLink || existsSync(path)) return
  const words = `${path} is a link to ${readlinkSync(path)}, where nothing is`
  throw new StoreError('io', `${words}; remove the link, or choose another path`)
}

/**
 * Copies one snapshot of a store, brings it up to date and checks it.
 *
 * @throws StoreError `corrupt`, naming the first defect
 */
async function copyInto(
  source: string,
  draft: string,
): Promise<CheckReport & { readonly end: End }> {
  mkdirSync(dirname(draft), { recursive: true })
  remove(draft)
  closeSync(openSync(draft, 'wx', 0o600))
  vacuumInto(source, draft)
  const options = { durability: 'process', busyDeadlineMs: BUSY_MS, create: false } as const
  const copy = await openDatabase({ path: draft, ...options })
  // One file, without a log beside it, can be moved like any other.
  copy.pragma('journal_mode = DELETE')
  copy.close()
  const report = await withSnapshot(draft, async (copied) => ({
    ...(await checkDatabase(copied)),
    end: readEnd(copied),
  }))
  const [first] = report.problems
  if (first === undefined) return report
  const unlistedCount = report.problems.length - 1
  const words = `${source} has defects and is not copied: ${first}`
  const unlistedText = unlistedCount > 0 ? ` (and ${unlistedCount} more)` : ''
  throw new StoreError(
    'corrupt',
    `${words}${unlistedText}; see "db check", or take an older backup`,
  )
}

/** @throws StoreError naming the source, even if the target exists */
function vacuumInto(source: string, draft: string): void {
  const readable = readableAt(source)
  let database: Database.Database | undefined
  try {
    database = openPinnedDatabase(readable.path, { readonly: true, timeout: BUSY_MS })
    mustBeOurs(database, source)
    database.prepare('VACUUM INTO ?').run(draft)
  } catch (error) {
    throw storeError(error, source)
  } finally {
    database?.close()
    readable.remove()
  }
}

/** The last row of a copy and the store it is of: what its head says. */
interface End {
  readonly storeId: string
  readonly number: number
  readonly chain: number
}

function readEnd(database: Database.Database): End {
  const ledger = new Ledger(database).read()
  const row = database.prepare(SELECT_LAST_ROW).get() as LastRow | undefined
  return { storeId: ledger.store_id, ...ledgerEnd(ledger, row) }
}

function writeHead(path: string, { storeId, number, chain }: End): void {
  new HeadWriter(path, { storeId, isEager: true, startsAnew: true }).record([], number, chain)
}

/** Moves an unused store to another path, and returns that path. */
function setAside(path: string): string {
  mustBeIdle(path)
  let replacedPath = `${path}.replaced`
  for (let count = 2; existsSync(replacedPath); count++) replacedPath = `${path}.replaced-${count}`
  moveStore(path, replacedPath)
  return replacedPath
}

/** Renames a store, its head, and the log of a damaged one, which may hold its last commits. */
function moveStore(from: string, to: string): void {
  renameSync(from, to)
  const beside = [
    [`${from}-wal`, `${to}-wal`],
    [headPath(from), headPath(to)],
  ] as const
  for (const [source, target] of beside) if (existsSync(source)) renameSync(source, target)
}

/**
 * Leaving the write-ahead log needs the file for oneself, and takes the log into it.
 *
 * @throws StoreError `busy` if another process has it open
 */
function mustBeIdle(path: string): void {
  const database = openPinnedDatabase(path, { timeout: 100 })
  try {
    database.pragma('journal_mode = DELETE')
  } catch (error) {
    if (isLockedOut(error)) {
      const message = `event store ${path} is in use; stop the server before you replace its store`
      throw new StoreError('busy', message, { cause: error })
    }
    // What is damaged is moved as it is.
  } finally {
    database.close()
  }
}

/** Brings a finished file under its name, on the disk. */
function settle(draft: string, target: string): void {
  sync(draft)
  renameSync(draft, target)
  sync(dirname(target))
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

/** A failure of the system, such as a full disk, in the store's words too. */
function copyError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return storeError(error, path)
  const words = `${error.message}; check the disk and the rights of its folder`
  return new StoreError('io', `event store ${path} cannot be copied: ${words}`, { cause: error })
}
