/** Schedules and games solved again from their facts: by every order, and from every start. */

type Facts = Readonly<Record<string, unknown>>

const minutesOf = (text = ''): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return 60 * hours + minutes
}

const lengthOf = (text = ''): number =>
  60 * Number(/(\d+) hour/.exec(text)?.[1] ?? 0) + Number(/(\d+) minute/.exec(text)?.[1] ?? 0)

function* ordersOf<Member>(members: readonly Member[]): Generator<Member[]> {
  if (members.length === 0) yield []
  for (const first of members) {
    for (const rest of ordersOf(members.filter((one) => one !== first))) yield [first, ...rest]
  }
}

interface Lot {
  readonly name: string
  readonly shade: number
  readonly long: readonly [number, number]
  readonly due: number
  /** Euros per minute. */
  readonly rate: number
}

function lotOf(text: string): Lot {
  const [name = '', shade = '', first, second, due, fine = ''] = text.split(', ')
  const [amount, unit] = fine.split(' ')
  return {
    name,
    shade: ['pale', 'medium', 'dark'].indexOf(shade),
    long: [lengthOf(first), lengthOf(second)],
    due: minutesOf(due),
    rate: Number(amount) / (unit === 'hour' ? 60 : 1),
  }
}

/** What the fines and the hours cost in euros, of every order that is allowed. */
export function schedule({ opens, cleaning, pause, before, wage, lots }: Facts): number {
  const start = minutesOf(String(opens))
  const [darker = 0, lighter = 0] = String(cleaning).split(' ').map(Number)
  const [from = 0, until = 0] = String(pause).split(' ').map(minutesOf)
  const [early = '', late = ''] = String(before).split(' ')
  const costOf = (order: readonly Lot[]): number => {
    let [vat, dryer, cost] = [start, start, 0]
    for (const [at, lot] of order.entries()) {
      const last = order[at - 1]?.shade ?? lot.shade
      if (lot.shade > last) vat += darker
      if (lot.shade < last) vat += lighter
      vat += lot.long[0]
      if (dryer < vat) dryer = vat
      if (from <= dryer && dryer < until) dryer = until
      dryer += lot.long[1]
      if (dryer > lot.due) cost += (dryer - lot.due) * lot.rate
    }
    return cost + ((dryer - start) * Number(wage)) / 60
  }
  let best = Number.POSITIVE_INFINITY
  for (const order of ordersOf(String(lots).split('; ').map(lotOf))) {
    const names = order.map(({ name }) => name)
    if (early !== '' && names.indexOf(early) > names.indexOf(late)) continue
    best = Math.min(best, costOf(order))
  }
  return Math.round(best * 100) / 100
}

/** Plays each game from its start, with the positions that were seen before in a table. */
export function game({ takes, heaps, repeats, stuck }: Facts): number {
  const kinds = String(takes).split('; ')
  const turns = kinds.flatMap((text, kind) => {
    if (text.includes('and')) {
      const [one = 0, other = 0] = text.split(' and ').map(Number)
      return [{ kind, one, other }]
    }
    const counts = text.split(' or ').map(Number)
    return counts.map((count) => ({
      kind,
      one: kind === 0 ? count : 0,
      other: kind === 0 ? 0 : count,
    }))
  })
  const seen = new Map<string, boolean>()
  const wins = (one: number, other: number, last: number): boolean => {
    const name = `${one}/${other}/${last}`
    const known = seen.get(name)
    if (known !== undefined) return known
    const possible = turns.filter(
      (turn) => turn.one <= one && turn.other <= other && (repeats === 'yes' || turn.kind !== last),
    )
    const isWon =
      possible.length === 0
        ? stuck === 'wins'
        : possible.some((turn) => !wins(one - turn.one, other - turn.other, turn.kind))
    seen.set(name, isWon)
    return isWon
  }
  const [rows = 0, columns = 0] = String(heaps).split(' ').map(Number)
  let points = 0
  for (let one = 1; one <= rows; one++) {
    for (let other = 1; other <= columns; other++) {
      if (wins(one, other, -1)) points += one + other
    }
  }
  return points
}
