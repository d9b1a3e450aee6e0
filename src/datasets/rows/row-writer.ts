import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { JsonObject } from '../../sim/json.ts'
import { DataSetError } from '../manifest.ts'

/** Writes a file of rows. The file appears, whole, with `close`; until then it has another name. */
export interface RowWriter {
  /** @throws DataSetError if a value does not fit its column */
  write(values: JsonObject): Promise<void>
  /** Ends the file and gives it its name. */
  close(): Promise<void>
  /** Ends without a file. */
  abandon(): Promise<void>
}

/** Where a file is written, and its name there until it is whole. */
interface Part {
  readonly path: string
  readonly part: string
}

/**
 * Makes the folder of a file that is to be written. A link is written to where it leads, for a file
 * that gets its name by a rename would take the place of the link.
 *
 * @throws DataSetError for a link to nowhere
 */
export function beginPart(asked: string): Part {
  mkdirSync(dirname(asked), { recursive: true })
  const path = isLink(asked) ? placeOf(asked) : asked
  return { path, part: `${path}.part` }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

function placeOf(link: string): string {
  if (existsSync(link)) return realpathSync(link)
  throw new DataSetError(
    `${link}: is a link to ${readlinkSync(link)}, where nothing is. Remove the link, or choose ` +
      'another path.',
  )
}
