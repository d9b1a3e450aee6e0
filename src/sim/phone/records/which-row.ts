import { hearMembers } from '../hear/slots.ts'
import { TABLES } from '../tables/records.ts'
import type { CustomerFile, SlotValues } from './rows.ts'
import { memberOf, recordOf, type Slot } from './wishes.ts'

/** Rows that are told by one member. */
interface Told {
  readonly rows: ReadonlySet<string>
}

/**
 * What a request says of a wish in this file: the row that is meant may be told by any member in
 * which the rows differ, and not only by the one that the wish asks for. What fits no row tells
 * none; what tells different rows tells none either.
 *
 * @param said by slot, as the request says it
 * @param company its name, which is no part of what is said
 */
export function withRowTold(
  said: SlotValues,
  file: CustomerFile,
  business: string,
  request: string,
  company: string,
): SlotValues {
  const record = recordOf(business)
  const { which, table } = record ?? {}
  if (record === undefined || which === undefined || table === undefined) return said
  const rows = file[table] ?? []
  const members = Object.keys(TABLES[table]).filter(
    (name) => name === which || (!(name in record.slots) && differ(name)),
  )
  const slots = members.flatMap((name): Slot[] => {
    const member = memberOf(record, name)
    return member.type === 'list' ? [] : [{ name, member, label: name }]
  })
  const heard = hearMembers(request, slots, company)
  if (heard[which]?.status === 'several') return said
  const told = Object.entries(heard).flatMap(([name, one]): Told[] => {
    if (one.status !== 'one') return []
    const fitting = rows.filter((row) => row[name] === one.value).map(({ id }) => id)
    return fitting.length === 0 ? [] : [{ rows: new Set(fitting) }]
  })
  const meant = rows.filter(({ id }) => told.every((one) => one.rows.has(id)))
  if (told.length === 0) return said
  const [row] = meant
  const { [which]: _, ...others } = said
  return meant.length === 1 && row !== undefined
    ? { ...others, [which]: row[which] as string | number }
    : others

  function differ(name: string): boolean {
    return new Set(rows.map((row) => String(row[name]))).size > 1
  }
}
