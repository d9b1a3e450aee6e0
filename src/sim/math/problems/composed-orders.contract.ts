/** Solves schedules and games again from their facts: by sets of lots, and from every start. */

type Facts = Readonly<Record<string, unknown>>

const minutesOf = (text = ''): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return 60 * hours + minutes
}

const lengthOf = (text = ''): number =>
  60 * Number(/(\d+) hour/.exec(text)?.[1] ?? 0) + Number(/(\d+) minute/.exec(text)?.[1] ?? 0)

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

/** The state of both machines, and the cost so far. */
interface Stand {
  readonly shade: number
  readonly vat: number
  readonly dryer: number
  readonly cost: number
}

/** Removes states that another one of the same shade dominates. */
function cleared(stands: readonly Stand[]): Stand[] {
  const kept: Stand[] = []
  for (const stand of [...stands].sort(
    (a, b) => a.dryer - b.dryer || a.vat - b.vat || a.cost - b.cost,
  )) {
    const isBeaten = kept.some(
      ({ shade, vat, cost }) =>
        shade === stand.shade && vat <= stand.vat && cost <= stand.cost + 1e-9,
    )
    if (!isBeaten) kept.push(stand)
  }
  return kept
}

/** The minimum cost of fines and hours in euros: after one lot, after two, after all. */
export function schedule({ opens, cleaning, pause, before, wage, lots }: Facts): number {
  const start = minutesOf(String(opens))
  const [darker = 0, lighter = 0] = String(cleaning).split(' ').map(Number)
  const [from = 0, until = 0] = String(pause).split(' ').map(minutesOf)
  const [early = '', late = ''] = String(before).split(' ')
  const all = String(lots).split('; ').map(lotOf)
  const next = (lot: Lot, { shade, vat, dryer, cost }: Stand): Stand => {
    const rinsing = shade < 0 || shade === lot.shade ? 0 : lot.shade > shade ? darker : lighter
    const left = vat + rinsing + lot.long[0]
    const ready = Math.max(left, dryer)
    const end = (from <= ready && ready < until ? until : ready) + lot.long[1]
    return {
      shade: lot.shade,
      vat: left,
      dryer: end,
      cost: cost + Math.max(0, end - lot.due) * lot.rate,
    }
  }
  let layer = new Map<string, Stand[]>([['', [{ shade: -1, vat: start, dryer: start, cost: 0 }]]])
  for (const _ of all) {
    const following = new Map<string, Stand[]>()
    for (const [done, stands] of layer) {
      const names = done.split(' ')
      for (const lot of all) {
        if (names.includes(lot.name) || (lot.name === late && !names.includes(early))) continue
        const name = [...names, lot.name].sort().join(' ').trim()
        const more = stands.map((stand) => next(lot, stand))
        following.set(name, [...(following.get(name) ?? []), ...more])
      }
    }
    layer = new Map([...following].map(([done, stands]) => [done, cleared(stands)]))
  }
  const costs = [...layer.values()]
    .flat()
    .map(({ dryer, cost }) => cost + ((dryer - start) * Number(wage)) / 60)
  return Math.round(Math.min(...costs) * 100) / 100
}

/** The result of a game with best play: for the player who moves, and the turns that it takes. */
interface Course {
  readonly isWon: boolean
  readonly turns: number
}

/** Plays each game from its start, with a table of positions already solved. */
export function game(facts: Facts): number {
  const { takes, heaps, repeats, stuck, both, barred, asks } = facts
  const turns = String(takes).split('; ').flatMap(turnsOf)
  const seen = new Map<string, Course>()
  const forbidden = String(barred).split('; ')
  const bothMax = both === 'twice' ? 2 : Number.POSITIVE_INFINITY
  const play = (one: number, other: number, last: number, spent = 0): Course => {
    const name = `${one}/${other}/${last}/${spent}`
    const known = seen.get(name)
    if (known !== undefined) return known
    const possible = turns.filter(
      (turn) =>
        turn.one <= one &&
        turn.other <= other &&
        (repeats === 'yes' || turn.kind !== last) &&
        (turn.kind !== 2 || spent < bothMax) &&
        !forbidden.includes(`${one - turn.one} ${other - turn.other}`),
    )
    const courses = possible.map((turn) => {
      const spentNow = turn.kind === 2 && Number.isFinite(bothMax) ? spent + 1 : spent
      return play(one - turn.one, other - turn.other, turn.kind, spentNow)
    })
    const quickest = courses.filter(({ isWon }) => !isWon).map((course) => course.turns)
    const longest = Math.max(-1, ...courses.map((course) => course.turns))
    const course =
      courses.length === 0
        ? { isWon: stuck === 'wins', turns: 0 }
        : quickest.length > 0
          ? { isWon: true, turns: Math.min(...quickest) + 1 }
          : { isWon: false, turns: longest + 1 }
    seen.set(name, course)
    return course
  }
  const [rows = 0, columns = 0] = String(heaps).split(' ').map(Number)
  let asked = 0
  for (let one = 1; one <= rows; one++) {
    for (let other = 1; other <= columns; other++) {
      const course = play(one, other, -1)
      asked += asks === 'turns' ? course.turns : course.isWon ? one + other : 0
    }
  }
  return asked
}

function turnsOf(text: string, kind: number): { kind: number; one: number; other: number }[] {
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
}
