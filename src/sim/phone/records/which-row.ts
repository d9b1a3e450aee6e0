import { hearMembers } from '../hear/slots.ts'
import { TABLES } from '../tables/records.ts'
import type { CustomerFile, Row, SlotValues } from './rows.ts'
import { memberOf, recordOf, type Slot } from './wishes.ts'

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
  const rowsTold = (name: string): readonly Row[] => {
    const one = heard[name]
    return one?.status === 'one' ? rows.filter((row) => row[name] === one.value) : []
  }
  const isUnknown = heard[which]?.status === 'one' && rowsTold(which).length === 0
  if (heard[which]?.status === 'several' || isUnknown) return said
  const told = members.map(rowsTold).filter(({ length }) => length > 0)
  if (told.length === 0) return said
  const meant = rows.filter((row) => told.every((some) => some.includes(row)))
  const [row] = meant
  const { [which]: _, ...others } = said
  return meant.length === 1 && row !== undefined
    ? { ...others, [which]: row[which] as string | number }
    : others

  function differ(name: string): boolean {
    return new Set(rows.map((row) => String(row[name]))).size > 1
  }
}
