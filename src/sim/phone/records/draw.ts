import type { RandomStream } from '../../random.ts'
import { STREET_KINDS, STREETS } from '../tables/addresses.ts'
import { type Member, type Single, TABLES, type TableName } from '../tables/records.ts'
import type { WishRecord } from '../tables/wish-records.ts'
import type { CustomerFile, Row, SlotValues, Value } from './rows.ts'
import { recordOf, slotsOf } from './wishes.ts'

/** Rows that every file has at least, so that there is something to damage. */
const ROWS_MIN = 3
/** How many items lists have. */
const ITEMS = 3

const two = (number: number): string => String(number).padStart(2, '0')

/** A value that a customer may wish for. */
function drawWished(member: Single, random: RandomStream): string | number {
  switch (member.type) {
    case 'choice':
      return random.pick(Object.keys(member.options).filter((option) => option !== member.first))
    case 'amount':
      return random.integer(middleOf(member) + 1, member.high / member.step) * member.step
    case 'count':
      return drawCount(member, member.isLess !== true, random)
    case 'day':
      return random.integer(16, 28)
    case 'date':
      return `${two(random.integer(1, 12))}-${two(random.integer(15, 28))}`
    case 'time':
      return `${two(random.integer(13, 18))}:${random.pick(['00', '15', '30', '45'])}`
    case 'address':
      return drawAddress(random, 101, 998)
  }
}

/** A value that records have before anybody changes them: never one that is wished for. */
function drawFiled(member: Single, random: RandomStream): string | number {
  switch (member.type) {
    case 'choice':
      return member.first ?? random.pick(Object.keys(member.options))
    case 'amount':
      return random.integer(member.low / member.step, middleOf(member)) * member.step
    case 'count':
      return drawCount(member, member.isLess === true, random)
    case 'day':
      return random.integer(1, 15)
    case 'date':
      return `${two(random.integer(1, 12))}-${two(random.integer(1, 14))}`
    case 'time':
      return `${two(random.integer(8, 12))}:${random.pick(['00', '15', '30', '45'])}`
    case 'address':
      return drawAddress(random, 2, 99)
  }
}

/** A number of the upper or of the lower half. */
function drawCount(
  { low, high }: { readonly low: number; readonly high: number },
  isUpper: boolean,
  random: RandomStream,
): number {
  const middle = Math.floor((low + high) / 2)
  return isUpper ? random.integer(middle + 1, high) : random.integer(low, middle)
}

const middleOf = ({ low, high, step }: { low: number; high: number; step: number }): number =>
  Math.floor((low + high) / 2 / step)

function drawAddress(random: RandomStream, low: number, high: number): string {
  const house = random.integer(low, high)
  return `${house} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`
}

function drawList(of: Single, random: RandomStream): Value {
  if (of.type === 'choice') return random.sample(Object.keys(of.options), ITEMS)
  return [drawFiled(of, random), drawFiled(of, random)]
}

const drawMember = (member: Member, random: RandomStream): Value =>
  member.type === 'list' ? drawList(member.of, random) : drawFiled(member, random)

function drawRow(table: TableName, number: number, random: RandomStream): Row {
  const members = Object.entries(TABLES[table])
  const values = members.map(([name, member]) => [name, drawMember(member, random)] as const)
  return { id: `${table}-${number}`, ...Object.fromEntries(values) }
}

/** The rows that a wish needs: one, or two that differ in what tells them apart. */
function drawRows(
  { op, table, which, states, slots }: WishRecord,
  wished: SlotValues,
  random: RandomStream,
): readonly Row[] {
  const first = drawRow(table, 1, random)
  if (op === 'create') return [first]
  const status = states === undefined ? {} : { status: states[0] }
  if (which !== undefined) {
    const member = TABLES[table][which]
    const options = member?.type === 'choice' ? Object.keys(member.options) : []
    const other = random.pick(options.filter((option) => option !== wished[which]))
    const values = random.shuffle([wished[which] as string, other])
    return values.map((value, at) => ({
      ...drawRow(table, at + 1, random),
      ...status,
      [which]: value,
    }))
  }
  if (op !== 'remove') return [{ ...unlike(first, table, wished, random), ...status }]
  // What is to be taken off stands on the list.
  const lists = Object.keys(slots).map((name) => {
    const others = (first[name] as readonly string[]).filter((item) => item !== wished[name])
    return [name, random.shuffle([wished[name] as string, ...others.slice(0, ITEMS - 1)])] as const
  })
  return [{ ...first, ...Object.fromEntries(lists) }]
}

/** The row with other options where it has those that are wished for. */
function unlike(row: Row, table: TableName, wished: SlotValues, random: RandomStream): Row {
  const others = Object.entries(wished).flatMap(([name, value]) => {
    const member = TABLES[table][name]
    if (row[name] !== value || member?.type !== 'choice') return []
    const options = Object.keys(member.options).filter((option) => option !== value)
    return [[name, random.pick(options)] as const]
  })
  return { ...row, ...Object.fromEntries(others) }
}

/** What the customer means by a wish, slot by slot; none where it only opens a case. */
export function drawSlots(business: string, random: RandomStream): SlotValues {
  const drawn = slotsOf(business).map(
    ({ name, member }) => [name, drawWished(member, random)] as const,
  )
  return Object.fromEntries(drawn)
}

/** What every company keeps. */
const COMMON: readonly TableName[] = ['contacts', 'bills', 'documents']

/**
 * A customer's file in which these wishes can be fulfilled.
 *
 * @param others tables in which the company keeps something besides
 */
export function drawFile(
  wishes: readonly { readonly business: string; readonly slots: SlotValues }[],
  others: readonly TableName[],
  random: RandomStream,
): CustomerFile {
  const file: Partial<Record<TableName, readonly Row[]>> = {}
  for (const { business, slots } of wishes) {
    const record = recordOf(business)
    if (record === undefined || file[record.table] !== undefined) continue
    file[record.table] = drawRows(record, slots, random)
  }
  const count = (): number => Object.values(file).reduce((sum, rows) => sum + rows.length, 0)
  for (const table of [...random.shuffle(others), ...COMMON]) {
    if (count() >= ROWS_MIN) break
    file[table] ??= [drawRow(table, 1, random)]
  }
  return file
}
