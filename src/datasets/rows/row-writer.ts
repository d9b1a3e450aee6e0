import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs'
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

/** The final path of a file, and its temporary path. */
interface Part {
  readonly path: string
  readonly part: string
}

/**
 * Creates the folder of a file. For a link, the target is written, because a rename would replace
 * the link.
 *
 * @throws DataSetError for a broken link
 */
export function beginPart(requestedPath: string): Part {
  mkdirSync(dirname(requestedPath), { recursive: true })
  const path = isLink(requestedPath) ? resolveLink(requestedPath) : requestedPath
  return { path, part: `${path}.part` }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

function resolveLink(link: string): string {
  if (existsSync(link)) return realpathSync(link)
  throw new DataSetError(
    `${link}: is a link to ${readlinkSync(link)}, where nothing is. Remove the link, or choose ` +
      'another path.',
  )
}
