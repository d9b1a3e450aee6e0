import { signal } from '../errors.ts'
import type { Partition, Table } from './value.ts'

/**
 * A table over the parts of a database. Queries go through its parts; whatever else asks it for
 * columns is refused.
 */
export const partitioned = (partition: Partition): Table => ({
  kind: 'table',
  names: partition.whole.names,
  attribute: '',
  partition,
  get columns(): never {
    return signal('par')
  },
})

/** A table that nothing is behind: `fail` says what of whoever asks for its columns. */
export const missing = (names: readonly string[], source: string, fail: () => never): Table => ({
  kind: 'table',
  names,
  attribute: '',
  source,
  isMissing: true,
  get columns(): never {
    return fail()
  },
})

/** A table with all of its rows, those of all parts among them. */
export const wholeOf = (value: Table): Table => value.partition?.whole ?? value
