import type { TableName } from '../tables/records.ts'
import type { WishRecord } from '../tables/wish-records.ts'
import type { CustomerFile, Row, SlotValues, Value } from './rows.ts'
import { recordOf } from './wishes.ts'

/** A wish that was fulfilled, with what was said of it. */
interface Change {
  readonly business: string
  readonly slots: SlotValues
}

/** The row that a wish is about: the one that was named, or the only one. */
function rowMeant(
  file: CustomerFile,
  { table, which, states }: WishRecord,
  slots: SlotValues,
): Row | undefined {
  const rows = file[table] ?? []
  const meant = which === undefined ? rows[0] : rows.find((row) => row[which] === slots[which])
  return states === undefined || meant?.status === states[0] ? meant : undefined
}

/** Whether the file allows a change: what is to be changed is there, and in the right state. */
export function isPossible(file: CustomerFile, { business, slots }: Change): boolean {
  const record = recordOf(business)
  if (record === undefined || record.op === 'create') return true
  const row = rowMeant(file, record, slots)
  if (row === undefined || record.op !== 'remove') return row !== undefined
  return Object.entries(slots).every(([name, value]) => listOf(row, name).includes(value))
}

const listOf = (row: Row, name: string): readonly (string | number)[] => {
  const list = row[name]
  return typeof list === 'object' ? list : []
}

/** The file after changes, made one after another. What is not possible changes nothing. */
export function fileAfter(file: CustomerFile, changes: readonly Change[]): CustomerFile {
  return changes.reduce((before, { business, slots }) => {
    const record = recordOf(business)
    return record === undefined ? before : changed(before, record, slots, business)
  }, file)
}

function changed(
  file: CustomerFile,
  record: WishRecord,
  slots: SlotValues,
  business: string,
): CustomerFile {
  const { op, table, which, states } = record
  // What a change makes has an id of its own, so that it is the same however often it is made.
  const id = `${table}-new-${business}`
  if (op === 'create') return added(file, table, { id, ...slots })
  const row = rowMeant(file, record, slots)
  if (row === undefined) return file
  switch (op) {
    case 'set':
      return replaced(file, table, { ...row, ...slots })
    case 'append':
    case 'remove':
      return replaced(file, table, { ...row, ...changedLists(row, op, slots) })
    case 'status': {
      const [, to] = states ?? ['', '']
      const others = Object.entries(slots).filter(([name]) => name !== which)
      return replaced(file, table, { ...row, ...Object.fromEntries(others), status: to })
    }
    case 'replace': {
      const closed = replaced(file, table, { ...row, ...slots })
      return added(closed, table, { ...row, id, status: 'ordered' })
    }
  }
}

const added = (file: CustomerFile, table: TableName, row: Row): CustomerFile => ({
  ...file,
  [table]: [...(file[table] ?? []), row],
})

const replaced = (file: CustomerFile, table: TableName, row: Row): CustomerFile => ({
  ...file,
  [table]: (file[table] ?? []).map((before) => (before.id === row.id ? row : before)),
})

/** Lists of a row with a value at their end, or without it. */
function changedLists(
  row: Row,
  op: 'append' | 'remove',
  slots: SlotValues,
): Readonly<Record<string, Value>> {
  const lists = Object.entries(slots).map(([name, value]) => {
    const before = listOf(row, name)
    const after = op === 'append' ? [...before, value] : before.filter((one) => one !== value)
    return [name, after] as const
  })
  return Object.fromEntries(lists)
}
