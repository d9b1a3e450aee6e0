import { byName } from '../../by-name.ts'
import { memo } from '../../memo.ts'
import type { Node } from './node.ts'
import { divide, multiply, ONE, power as powerOf, type Rational, rational } from './rational.ts'
import { UNITS } from './tables/units.ts'

/** A value and the unit behind it. */
export interface Measured {
  readonly node: Node
  /** `null` if there is none. */
  readonly unit: string | null
}

/** Takes the unit off a value; `-5 cm` and `3x + 2 cm` have one too. */
export function measured(node: Node): Measured {
  switch (node.kind) {
    case 'quantity': {
      const inner = measured(node.of)
      return { node: inner.node, unit: node.unit }
    }
    case 'negative': {
      const inner = measured(node.of)
      return inner.unit === null
        ? { node, unit: null }
        : { ...inner, node: { kind: 'negative', of: inner.node } }
    }
    case 'sum': {
      const last = node.terms.at(-1)
      if (last?.kind !== 'quantity') return { node, unit: null }
      return {
        node: { kind: 'sum', terms: [...node.terms.slice(0, -1), last.of] },
        unit: last.unit,
      }
    }
    default:
      return { node, unit: null }
  }
}

interface Scale {
  /** Such as `length^2` or `length/time`. */
  readonly measure: string
  /** How many of the measure's own unit one of it is. */
  readonly factor: Rational
}

/** Speeds that have a name without a stroke. */
const SPEEDS: Readonly<Record<string, string>> = byName({ mph: 'mi/h', kmh: 'km/h', kph: 'km/h' })

/** Whether a unit is one that we know, powers and quotients included. */
export const isKnownUnit = (unit: string): boolean => scaleOf(unit) !== null

/** What a spelt unit measures; `null` if it is no unit we know. */
const scaleOf = memo(200, readScale)

function readScale(unit: string): Scale | null {
  let measure = ''
  let factor: Rational | null = ONE
  for (const [index, part] of (SPEEDS[unit] ?? unit).split('/').entries()) {
    const [, name = '', power = '1'] = /^(.*?)(?:\^(\d))?$/.exec(part.trim()) ?? []
    const meaning = UNITS.get(name)
    if (meaning === undefined) return null
    const [kind, over, under] = meaning
    const one = rational(BigInt(over), BigInt(under))
    const single = one === null ? null : powerOf(one, BigInt(power))
    if (factor === null || single === null) return null
    // A litre is a thousandth of a cubic metre.
    measure += `${index === 0 ? '' : '/'}${power === '1' ? kind : `${kind}^${power}`}`
    factor = index === 0 ? multiply(factor, single) : divide(factor, single)
  }
  return factor === null ? null : { measure, factor }
}

/**
 * How many of the first unit one of the second is: 1 if either is missing or unknown, `null` if
 * they measure different things.
 */
export function conversion(first: string | null, second: string | null): Rational | null {
  if (first === null || second === null || first === second) return ONE
  const [to, from] = [scaleOf(first), scaleOf(second)]
  if (to === null || from === null) return ONE
  return to.measure === from.measure ? divide(from.factor, to.factor) : null
}
