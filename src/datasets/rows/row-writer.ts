import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JsonObject } from '../../sim/json.ts'
import { DataSetError } from '../manifest.ts'

/** Writes a file of rows. Until `close`, the file has a temporary name. */
export interface RowWriter {
  /** @throws DataSetError if a value does not fit its column */
  write(values: JsonObject): Promise<void>
  /** Completes the file and gives it its name. */
  close(): Promise<void>
  /** Ends without a file. */
  abandon(): Promise<void>
}

/** A file that is being written. */
interface Part {
  /** Its final path. */
  readonly path: string
  /** Where to write until it is complete. */
  readonly part: string
  /** Gives the complete file its name. */
  complete(): Promise<void>
  /** Removes the incomplete file. */
  remove(): Promise<void>
}

/**
 * Creates the folder of a file. For a link, the target is written, because a rename would replace
 * the link. A device or a pipe is written directly for the same reason.
 *
 * @throws DataSetError for a broken link
 */
export function beginPart(requestedPath: string): Part {
  mkdirSync(dirname(requestedPath), { recursive: true })
  // Not resolved: links such as /dev/stdout may have a target without a path.
  if (isStream(requestedPath)) {
    return {
      ...{ path: requestedPath, part: requestedPath },
      complete: async () => {},
      remove: async () => {},
    }
  }
  const path = isLink(requestedPath) ? resolveLink(requestedPath) : requestedPath
  const part = `${path}.part`
  return {
    ...{ path, part },
    complete: () => rename(part, path),
    remove: () => rm(part, { force: true }),
  }
}

/** Whether a path leads to a device or a pipe, which can be neither replaced nor read again. */
export const isStream = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

function resolveLink(link: string): string {
  if (existsSync(link)) return realpathSync(link)
  throw new DataSetError(
    `${link}: is a link to ${readlinkSync(link)}, where nothing is. Remove the link, or choose ` +
      'another path.',
  )
}
