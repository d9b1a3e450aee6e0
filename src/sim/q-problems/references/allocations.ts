import { LotQueue } from './lots.ts'

/** A field of a message: its tag, its value, and where it begins in the text. */
interface Field {
  readonly tag: number
  readonly value: string
  readonly start: number
}

interface Fill {
  readonly name: string
  readonly direction: number
  readonly entries: readonly Entry[]
  qty: number
  price: number
  isCancelled: boolean
}

/** An account that gets a part of a fill, in proportion to its weight. */
interface Entry {
  readonly account: string
  readonly weight: number
}

type Position = { account: string; name: string; qty: number; profit: number }

/** The last characters of a message: the sum of the codes before them, as three digits. */
export const checkOf = (text: string): string =>
  String([...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 256).padStart(3, '0')

/** The positions and profits of accounts after the fills of all messages. */
export function positionsFrom(text: string): Position[] {
  const byNumber = new Map<number, Field[]>()
  for (const message of messagesOf(text)) {
    const number = numberOf(message, 34) as number
    if (!byNumber.has(number)) byNumber.set(number, message)
  }
  const fills = new Map<string, Fill>()
  for (const [, message] of [...byNumber].sort(([one], [other]) => one - other)) {
    receive(fills, message)
  }
  return playedOut([...fills.values()].filter(({ isCancelled }) => !isCancelled))
}

/** The messages whose check and number of entries are right. */
function messagesOf(text: string): Field[][] {
  const messages: Field[][] = []
  for (const field of fieldsOf(text)) {
    if (field.tag === 8) messages.push([])
    messages.at(-1)?.push(field)
  }
  return messages.filter((message) => {
    const [first, last] = [message[0] as Field, message.at(-1) as Field]
    const entries = message.filter(({ tag }) => tag === 79).length
    return (
      checkOf(text.slice(first.start, last.start)) === last.value &&
      (numberOf(message, 78) ?? 0) === entries
    )
  })
}

/** @throws Error if the last field is not complete */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (let start = 0; start < text.length; ) {
    const equals = text.indexOf('=', start)
    const tag = Number(text.slice(start, equals))
    const length = tag === 96 ? Number(fields.at(-1)?.value) : undefined
    const end = length === undefined ? text.indexOf('|', equals) : equals + 1 + length
    if (equals < start || end < equals) throw new Error(`the field at ${start} has no end`)
    fields.push({ tag, value: text.slice(equals + 1, end), start })
    start = end + 1
  }
  return fields
}

const fieldOf = (fields: readonly Field[], wanted: number): string | undefined =>
  fields.find(({ tag }) => tag === wanted)?.value

function numberOf(fields: readonly Field[], wanted: number): number | undefined {
  const value = fieldOf(fields, wanted)
  return value === undefined ? undefined : Number(value)
}

function receive(fills: Map<string, Fill>, message: readonly Field[]): void {
  const kind = fieldOf(message, 35)
  const earlier = fills.get(fieldOf(message, 41) ?? '')
  if (kind === 'C' && earlier !== undefined) earlier.isCancelled = true
  if (kind === 'R' && earlier !== undefined) {
    earlier.qty = numberOf(message, 32) ?? earlier.qty
    earlier.price = numberOf(message, 31) ?? earlier.price
  }
  const id = fieldOf(message, 37) ?? ''
  if (kind !== 'F' || fills.has(id)) return
  fills.set(id, {
    name: fieldOf(message, 55) ?? '',
    direction: fieldOf(message, 54) === '1' ? 1 : -1,
    entries: entriesOf(message),
    qty: numberOf(message, 32) as number,
    price: numberOf(message, 31) as number,
    isCancelled: false,
  })
}

/** Groups of fields that begin with a tag; what is before the first one is left out. */
function groupsOf(fields: readonly Field[], first: number): Field[][] {
  const groups: Field[][] = []
  for (const field of fields) {
    if (field.tag === first) groups.push([])
    groups.at(-1)?.push(field)
  }
  return groups
}

function entriesOf(message: readonly Field[]): Entry[] {
  const entries = groupsOf(message, 79).map((entry) => {
    const clearing = groupsOf(entry, 524).find((party) => numberOf(party, 538) === 4)
    return {
      account: (clearing?.[0] ?? entry[0])?.value ?? '',
      weight: numberOf(entry, 80) ?? 1,
    }
  })
  return entries.length === 0 ? [{ account: 'house', weight: 1 }] : entries
}

/** Whole units in proportion to weights; the largest remainders get those that are left. */
function sharesOf(qty: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => Math.floor((qty * weight) / total))
  const remainders = weights.map((weight, at) => [(qty * weight) % total, at] as const)
  const open = qty - shares.reduce((sum, share) => sum + share, 0)
  const order = remainders.toSorted(([one], [other]) => other - one)
  for (const [, at] of order.slice(0, open)) shares[at] = (shares[at] as number) + 1
  return shares
}

function playedOut(fills: readonly Fill[]): Position[] {
  const queues = new Map<string, LotQueue>()
  const positions = new Map<string, Position>()
  for (const { name, direction, entries, qty, price } of fills) {
    const shares = sharesOf(
      qty,
      entries.map(({ weight }) => weight),
    )
    entries.forEach(({ account }, at) => {
      const quantity = direction * (shares[at] as number)
      if (quantity === 0) return
      const key = `${account} ${name}`
      const queue = queues.get(key) ?? new LotQueue()
      const position = positions.get(key) ?? { account, name, qty: 0, profit: 0 }
      for (const { profit } of queue.trade({ quantity, price, time: 0 })) position.profit += profit
      position.qty += quantity
      queues.set(key, queue)
      positions.set(key, position)
    })
  }
  return [...positions].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
