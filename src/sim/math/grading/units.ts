import { memoize } from '../../memo.ts'
import type { Node } from './node.ts'
import { divide, multiply, ONE, power as powerOf, type Rational, rational } from './rational.ts'
import { UNIT_SYMBOLS, UNITS, type UnitMeaning } from './tables/units.ts'

/** A value and its unit. */
export interface Measured {
  readonly node: Node
  /** `null` if there is none. */
  readonly unit: string | null
}

/** Separates a value from its unit; `-5 cm` and `3x + 2 cm` have one too. */
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
  /** The exponent of each measure: in m/s², length has 1 and time has -2. */
  readonly powers: ReadonlyMap<string, number>
  /** The number of base units in one of it. */
  readonly factor: Rational
}

/** Whether a unit is known, including powers, products and quotients. */
export const isKnownUnit = (unit: string): boolean => scaleOf(unit) !== null

const PARTS = /[*/()^]|-?\d+|[a-zμ°¢]+/giu
const UNIT_MAX = 60

/** The scale of a normalized unit; `null` if it is unknown. */
const scaleOf = memoize(200, (unit: string): Scale | null => {
  const plain = unit.replace(/[{}\s]+/g, ' ')
  const parts = plain.length > UNIT_MAX ? [] : (plain.match(PARTS) ?? [])
  if (parts.length === 0 || parts.join('') !== plain.replace(/ /g, '')) return null
  const reader = { parts, at: 0 }
  const scale = productOf(reader)
  return reader.at === parts.length ? scale : null
})

interface Reader {
  readonly parts: readonly string[]
  at: number
}

/** Adjacent units. A stroke divides by the next one only. */
function productOf(reader: Reader): Scale | null {
  let scale: Scale | null = null
  for (let isFirst = true; ; isFirst = false) {
    const sign = reader.parts[reader.at]
    if (sign === undefined || sign === ')') return scale
    if (sign === '*' || sign === '/') {
      if (isFirst) return null
      reader.at++
    }
    const next = raisedUnit(reader)
    if (next === null) return null
    scale = scale === null ? next : joined(scale, next, sign === '/' ? -1 : 1)
    if (scale === null) return null
  }
}

function raisedUnit(reader: Reader): Scale | null {
  const part = reader.parts[reader.at++] ?? ''
  const unit = part === '(' ? productOf(reader) : namedUnit(part)
  if (part === '(' && reader.parts[reader.at++] !== ')') return null
  if (unit === null || reader.parts[reader.at] !== '^') return unit
  const power = Number(reader.parts[reader.at + 1])
  reader.at += 2
  return Number.isInteger(power) && Math.abs(power) < 10
    ? joined({ powers: new Map(), factor: ONE }, unit, power)
    : null
}

/** A unit by its symbol or name, or by two symbols in one word, such as `kWh`. */
function namedUnit(name: string): Scale | null {
  const meaning = UNIT_SYMBOLS.get(name) ?? UNITS.get(name.toLowerCase())
  if (meaning !== undefined) return scaleBy(meaning)
  for (let end = 1; end < name.length; end++) {
    const first = UNIT_SYMBOLS.get(name.slice(0, end))
    const rest = name.slice(end)
    const second = rest === 'h' ? UNITS.get('h') : UNIT_SYMBOLS.get(rest)
    if (first === undefined || second === undefined) continue
    const [one, other] = [scaleBy(first), scaleBy(second)]
    return one === null || other === null ? null : joined(one, other, 1)
  }
  return null
}

function scaleBy([measure, over, under]: UnitMeaning): Scale | null {
  const factor = rational(BigInt(over), BigInt(under))
  const powers = new Map<string, number>()
  for (const [, sign = '*', base = '', power = '1'] of measure.matchAll(MEASURE)) {
    const count = Number(power) * (sign === '/' ? -1 : 1)
    if (base !== 'per') powers.set(base, (powers.get(base) ?? 0) + count)
  }
  return factor === null ? null : { powers, factor }
}

const MEASURE = /([*/])?([a-z]+)(?:\^(\d))?/g

/** One unit times a power of another. */
function joined(first: Scale, second: Scale, power: number): Scale | null {
  const raised = powerOf(second.factor, BigInt(power))
  const factor = raised === null ? null : multiply(first.factor, raised)
  const powers = new Map(first.powers)
  for (const [measure, count] of second.powers) {
    const sum = (powers.get(measure) ?? 0) + count * power
    if (sum === 0) powers.delete(measure)
    else powers.set(measure, sum)
  }
  return factor === null ? null : { powers, factor }
}

const measureTheSame = (first: Scale, second: Scale): boolean =>
  first.powers.size === second.powers.size &&
  [...first.powers].every(([measure, count]) => second.powers.get(measure) === count)

/** What cannot name counted things. */
const isMeasure = (unit: string): boolean => /[/^]/.test(unit) && !/^units?\b/.test(unit)

/**
 * The number of the first unit in one of the second. It is 1 if either is missing or is an unknown
 * name of things; `null` if they measure different things.
 */
export function conversion(first: string | null, second: string | null): Rational | null {
  if (first === null || second === null || first === second) return ONE
  const [to, from] = [scaleOf(first), scaleOf(second)]
  if (to === null && from === null) return ONE
  if (to === null || from === null) return isMeasure(to === null ? first : second) ? null : ONE
  return measureTheSame(to, from) ? divide(from.factor, to.factor) : null
}
