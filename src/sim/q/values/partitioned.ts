import { signal } from '../errors.ts'
import type { Partition, Table } from './value.ts'

/**
 * A table over the parts of a database. Queries go through its parts; other access to its columns
 * is refused.
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

/** A table without data; `fail` reports access to its columns. */
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

/** A table with all its rows, including those of all parts. */
export const wholeTable = (value: Table): Table => value.partition?.whole ?? value
