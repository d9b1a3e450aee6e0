/** A message to a broker. Members that its kind does not use are null. */
export interface BrokerMessage {
  readonly [name: string]: string | number | null
  readonly kind: string
  readonly id: number
  readonly ref: number | null
  readonly name: string
  readonly day: number | null
  readonly units: number | null
  readonly price: number | null
}

type Known = BrokerMessage & {
  readonly day: number
  readonly units: number
  readonly price: number
}

interface Lot {
  readonly name: string
  units: number
  cost: number
}

/** The messages after applying later cancels and amends. */
function resolved(messages: readonly BrokerMessage[]): BrokerMessage[] {
  const known = messages.filter(({ id }, at) => messages.findIndex((one) => one.id === id) === at)
  const left: (BrokerMessage | null)[] = [...known]
  const given = new Set<string>()
  for (let at = known.length - 1; at >= 0; at--) {
    const message = left[at]
    const to = known.findIndex(({ id }) => id === message?.ref)
    const target = left[to]
    if (message == null || target == null || to >= at) continue
    if (message.kind === 'cancel') left[to] = null
    if (message.kind !== 'amend') continue
    let changed = target
    for (const field of ['day', 'units', 'price']) {
      if (message[field] === null || given.has(`${to} ${field}`)) continue
      given.add(`${to} ${field}`)
      changed = { ...changed, [field]: message[field] } as BrokerMessage
    }
    left[to] = changed
  }
  return left.filter(
    (message): message is BrokerMessage => message !== null && message.kind in TURNS,
  )
}

/** The order of events within a day. */
const TURNS: Readonly<Record<string, number>> = { dividend: 0, split: 1, buy: 2, sell: 2 }

/** The first business day on or after a day; day 0 is a Saturday. */
function businessDay(day: number, holidays: readonly number[]): number {
  const isFree = day % 7 < 2 || holidays.includes(day)
  return isFree ? businessDay(day + 1, holidays) : day
}

/** A broker's books during the replay of messages. */
class Books {
  lots: Lot[] = []
  cash = 0
  fees = 0
  profit = 0
  #today = { day: -1, trades: 0 }

  of(name: string): Lot[] {
    return this.lots.filter((lot) => lot.name === name)
  }

  split({ name, units, price }: Known): void {
    for (const lot of this.of(name)) {
      lot.units = Math.floor((lot.units * units) / price)
      if (lot.units === 0) this.profit -= lot.cost
    }
    this.lots = this.lots.filter((lot) => lot.units > 0)
  }

  sell({ name, units, price }: Known): number {
    let left = units
    for (const lot of this.of(name)) {
      const sold = Math.min(left, lot.units)
      const cost = Math.floor((lot.cost * sold) / lot.units)
      this.profit += sold * price - cost
      lot.cost -= cost
      lot.units -= sold
      left -= sold
    }
    this.lots = this.lots.filter((lot) => lot.units > 0)
    return units - left
  }

  /** Charges the fee of a trade, which is paid at once. */
  charge(day: number, amount: number): void {
    if (this.#today.day !== day) this.#today = { day, trades: 0 }
    const least = this.#today.trades < 2 ? 8 : 0
    const fee = Math.min(60, Math.max(least, Math.floor((5 * amount) / 1000)))
    this.#today.trades += 1
    this.fees += fee
    this.cash -= fee
  }
}

function play(books: Books, message: Known, holidays: readonly number[], until: number): void {
  const { kind, name, day, units, price } = message
  if (kind === 'split') books.split(message)
  if (kind === 'dividend') {
    books.cash += price * books.of(name).reduce((sum, lot) => sum + lot.units, 0)
  }
  if (kind === 'split' || kind === 'dividend') return
  if (kind === 'buy') books.lots.push({ name, units, cost: units * price })
  const done = kind === 'buy' ? units : books.sell(message)
  if (done === 0) return
  books.charge(day, done * price)
  const settled = businessDay(businessDay(day + 1, holidays) + 1, holidays)
  if (settled <= until) books.cash += kind === 'buy' ? -done * price : done * price
}

/** The units of each name at the end of a day, with cash, fees and profit. */
export function statementOf(
  messages: readonly BrokerMessage[],
  holidays: readonly number[],
  until: number,
): [string, number][] {
  const books = new Books()
  const moved = resolved(messages).map((message): Known => {
    const day = message.day ?? 0
    const isTrade = TURNS[message.kind] === 2
    return { ...message, day: isTrade ? businessDay(day, holidays) : day } as Known
  })
  const turn = ({ kind }: Known): number => TURNS[kind] ?? 0
  const order = moved.toSorted((one, other) => one.day - other.day || turn(one) - turn(other))
  for (const message of order) if (message.day <= until) play(books, message, holidays, until)
  const names = [...new Set(books.lots.map(({ name }) => name))].sort()
  return [
    ...names.map((name): [string, number] => [
      name,
      books.of(name).reduce((sum, lot) => sum + lot.units, 0),
    ]),
    ['cash', books.cash],
    ['fees', books.fees],
    ['profit', books.profit],
  ]
}
