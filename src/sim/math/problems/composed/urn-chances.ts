import { add, multiply, type Rational, rational } from '../../rational.ts'

/** A box of red and blue tokens. One is drawn in each round. */
export interface Urn {
  readonly red: number
  readonly blue: number
  readonly rounds: number
  /** The number of blue tokens added when a red one is put back. */
  readonly bluesAdded: number
  /** The number of red tokens added when a blue one is put back; -1 means that it is kept out. */
  readonly redsAdded: number
  /** Red tokens that are added before a round. */
  readonly supply: { readonly round: number; readonly reds: number } | null
  /** The required number of red draws. */
  readonly wanted: number
  readonly isExact: boolean
  /** This many equal colours in a row lose the game; infinity means that none do. */
  readonly lostRow: number
  /** Whether the last token has to be red too. */
  readonly isLastRed: boolean
}

/** A state of the game after some rounds. */
interface Stand {
  readonly reds: number
  readonly last: 'red' | 'blue' | 'none'
  readonly row: number
  readonly chance: Rational
}

const ZERO = rational(0)

/** The tokens in the box before a round, given the number of reds drawn so far. */
function contents(urn: Urn, round: number, reds: number): { red: number; blue: number } {
  const blues = round - 1 - reds
  const supplied = urn.supply !== null && round >= urn.supply.round ? urn.supply.reds : 0
  const isOut = urn.redsAdded < 0
  return {
    red: urn.red + supplied + (isOut ? 0 : blues * urn.redsAdded),
    blue: urn.blue + reds * urn.bluesAdded - (isOut ? blues : 0),
  }
}

/** The possible states after each round with their probabilities, without lost games. */
export function standsOf(urn: Urn): Stand[][] {
  const stands: Stand[][] = []
  let now: readonly Stand[] = [{ reds: 0, last: 'none', row: 0, chance: rational(1) }]
  for (let round = 1; round <= urn.rounds; round++) {
    const next = new Map<string, Stand>()
    for (const stand of now) {
      const { red, blue } = contents(urn, round, stand.reds)
      for (const last of ['red', 'blue'] as const) {
        const share = rational(last === 'red' ? red : blue, red + blue)
        const row = stand.last === last ? stand.row + 1 : 1
        if (row >= urn.lostRow || share.numerator === 0n) continue
        const reds = stand.reds + (last === 'red' ? 1 : 0)
        const kept = Number.isFinite(urn.lostRow) ? row : 1
        const name = `${reds} ${last} ${kept}`
        const chance = add(multiply(stand.chance, share), next.get(name)?.chance ?? ZERO)
        next.set(name, { reds, last, row: kept, chance })
      }
    }
    now = [...next.values()]
    stands.push([...now])
  }
  return stands
}

const isWon = (urn: Urn, { reds, last }: Stand): boolean =>
  (urn.isExact ? reds === urn.wanted : reds >= urn.wanted) && (!urn.isLastRed || last === 'red')

/** The probability of winning, by the number of reds. */
export function wonBy(urn: Urn): { reds: number; chance: Rational }[] {
  const won = (standsOf(urn).at(-1) ?? []).filter((stand) => isWon(urn, stand))
  const counts = [...new Set(won.map(({ reds }) => reds))].sort((one, other) => one - other)
  return counts.map((reds) => ({
    reds,
    chance: sumOf(won.filter((stand) => stand.reds === reds).map(({ chance }) => chance)),
  }))
}

const sumOf = (values: readonly Rational[]): Rational =>
  values.reduce((sum, value) => add(sum, value), ZERO)

/** The probability of winning. */
export const chanceOf = (urn: Urn): Rational => sumOf(wonBy(urn).map(({ chance }) => chance))

/** The smallest number of tokens of a colour that can be in the box before any round. */
export function fewest(urn: Urn): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 1; round <= urn.rounds; round++) {
    for (let reds = 0; reds < round; reds++) {
      const { red, blue } = contents(urn, round, reds)
      least = Math.min(least, red, blue)
    }
  }
  return least
}
