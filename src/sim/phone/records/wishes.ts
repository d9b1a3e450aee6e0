import { type Member, type Single, TABLES } from '../tables/records.ts'
import { WISH_RECORDS, type WishRecord } from '../tables/wish-records.ts'

/** The change of records that a wish is; undefined where it only opens a case. */
export const recordOf = (business: string): WishRecord | undefined => WISH_RECORDS[business]

/** A thing that a caller must say with a wish. */
export interface Slot {
  readonly name: string
  readonly member: Single
  /** How it is asked for. */
  readonly label: string
}

/** What a member of a table holds. Throws where the tables do not fit each other. */
export function memberOf({ table }: WishRecord, name: string): Member {
  const member = TABLES[table][name]
  if (member === undefined) throw new Error(`records: no member ${name} in ${table}`)
  return member
}

const slotsByWish = new Map(
  Object.entries(WISH_RECORDS).map(([business, record]) => [
    business,
    Object.entries(record.slots).map(([name, label]): Slot => {
      const member = memberOf(record, name)
      return { name, member: member.type === 'list' ? member.of : member, label }
    }),
  ]),
)

/** All words in which slots are asked for. */
export const LABELS: readonly string[] = [
  ...new Set(Object.values(WISH_RECORDS).flatMap(({ slots }) => Object.values(slots))),
]

/** What must be said with a wish, in the order in which it is asked for. */
export const slotsOf = (business: string): readonly Slot[] => slotsByWish.get(business) ?? []
