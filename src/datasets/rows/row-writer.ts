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

/** The name of a file that is being written. */
export const partName = (path: string): string => `${path}.part`
