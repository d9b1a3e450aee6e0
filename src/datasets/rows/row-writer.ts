import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { JsonObject } from '../../sim/json.ts'

/** Writes a file of rows. The file appears, whole, with `close`; until then it has another name. */
export interface RowWriter {
  /** @throws DataSetError if a value does not fit its column */
  write(values: JsonObject): Promise<void>
  /** Ends the file and gives it its name. */
  close(): Promise<void>
  /** Ends without a file. */
  abandon(): Promise<void>
}

/** Makes the folder of a file that is to be written, and gives its name until it is whole. */
export function beginPart(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  return `${path}.part`
}
