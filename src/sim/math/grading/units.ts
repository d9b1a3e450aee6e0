import { memoize } from '../../memo.ts'
import type { Node } from './node.ts'
import { divide, multiply, ONE, power as powerOf, type Rational, rational } from './rational.ts'
import { UNIT_SYMBOLS, UNITS, type UnitMeaning } from './tables/units.ts'

/** A value and its unit. */
export interface ValueWithUnit {
  readonly node: Node
  /** `null` if there is none. */
  readonly unit: string | null
}

/** Separates a value from its unit; `-5 cm` and `3x + 2 cm` have one too. */
export function splitUnit(node: Node): ValueWithUnit {
  switch (node.kind) {
    case 'quantity': {
      const value = splitUnit(node.operand)
      return { node: value.node, unit: node.unit }
    }
    case 'negative': {
      const value = splitUnit(node.operand)
      return value.unit === null
        ? { node, unit: null }
        : { ...value, node: { kind: 'negative', operand: value.node } }
    }
    case 'sum': {
      const lastTerm = node.terms.at(-1)
      if (lastTerm?.kind !== 'quantity') return { node, unit: null }
      return {
        node: { kind: 'sum', terms: [...node.terms.slice(0, -1), lastTerm.operand] },
        unit: lastTerm.unit,
      }
    }
    default:
      return { node, unit: null }
  }
}

interface Scale {
  /** The exponent of each measure: in m/s², length has 1 and time has -2. */
  readonly powers: ReadonlyMap<string, number>
  /** One unit is this many base units. */
  readonly factor: Rational
}

/** Whether a unit is known, including powers, products and quotients. */
export const isKnownUnit = (unit: string): boolean => findScale(unit) !== null

const PARTS = /[*/()^]|-?\d+|[a-zμ°¢]+/giu
const UNIT_MAX = 60

/** The scale of a normalized unit; `null` if it is unknown. */
const findScale = memoize(200, (unit: string): Scale | null => {
  const normalized = unit.replace(/[{}\s]+/g, ' ')
  const parts = normalized.length > UNIT_MAX ? [] : (normalized.match(PARTS) ?? [])
  if (parts.length === 0 || parts.join('') !== normalized.replace(/ /g, '')) return null
  const reader = { parts, position: 0 }
  const scale = parseProduct(reader)
  return reader.position === parts.length ? scale : null
})

interface Reader {
  readonly parts: readonly string[]
  position: number
}

/** Adjacent units. A slash divides by the next unit only. */
function parseProduct(reader: Reader): Scale | null {
  let scale: Scale | null = null
  for (let isFirst = true; ; isFirst = false) {
    const sign = reader.parts[reader.position]
    if (sign === undefined || sign === ')') return scale
    if (sign === '*' || sign === '/') {
      if (isFirst) return null
      reader.position++
    }
    const unit = parseRaisedUnit(reader)
    if (unit === null) return null
    scale = scale === null ? unit : multiplyScales(scale, unit, sign === '/' ? -1 : 1)
    if (scale === null) return null
  }
}

function parseRaisedUnit(reader: Reader): Scale | null {
  const text = reader.parts[reader.position++] ?? ''
  const unit = text === '(' ? parseProduct(reader) : findUnit(text)
  if (text === '(' && reader.parts[reader.position++] !== ')') return null
  if (unit === null || reader.parts[reader.position] !== '^') return unit
  const power = Number(reader.parts[reader.position + 1])
  reader.position += 2
  return Number.isInteger(power) && Math.abs(power) < 10
    ? multiplyScales({ powers: new Map(), factor: ONE }, unit, power)
    : null
}

/** A unit by its symbol or name, or by two symbols in one word, such as `kWh`. */
function findUnit(name: string): Scale | null {
  const meaning = UNIT_SYMBOLS.get(name) ?? UNITS.get(name.toLowerCase())
  if (meaning !== undefined) return toScale(meaning)
  for (let end = 1; end < name.length; end++) {
    const firstMeaning = UNIT_SYMBOLS.get(name.slice(0, end))
    const secondSymbol = name.slice(end)
    const secondMeaning = secondSymbol === 'h' ? UNITS.get('h') : UNIT_SYMBOLS.get(secondSymbol)
    if (firstMeaning === undefined || secondMeaning === undefined) continue
    const [firstScale, secondScale] = [toScale(firstMeaning), toScale(secondMeaning)]
    return firstScale === null || secondScale === null
      ? null
      : multiplyScales(firstScale, secondScale, 1)
  }
  return null
}

function toScale([measure, numerator, denominator]: UnitMeaning): Scale | null {
  const factor = rational(BigInt(numerator), BigInt(denominator))
  const powers = new Map<string, number>()
  for (const [, sign = '*', base = '', power = '1'] of measure.matchAll(MEASURE)) {
    const count = Number(power) * (sign === '/' ? -1 : 1)
    if (base !== 'per') powers.set(base, (powers.get(base) ?? 0) + count)
  }
  return factor === null ? null : { powers, factor }
}

const MEASURE = /([*/])?([a-z]+)(?:\^(\d))?/g

/** One unit times a power of another. */
function multiplyScales(first: Scale, second: Scale, power: number): Scale | null {
  const raisedFactor = powerOf(second.factor, BigInt(power))
  const factor = raisedFactor === null ? null : multiply(first.factor, raisedFactor)
  const powers = new Map(first.powers)
  for (const [measure, count] of second.powers) {
    const sum = (powers.get(measure) ?? 0) + count * power
    if (sum === 0) powers.delete(measure)
    else powers.set(measure, sum)
  }
  return factor === null ? null : { powers, factor }
}

const haveSameMeasure = (first: Scale, second: Scale): boolean =>
  first.powers.size === second.powers.size &&
  [...first.powers].every(([measure, count]) => second.powers.get(measure) === count)

/** Whether a unit has a power or a quotient, so that it cannot be the name of counted things. */
const isMeasure = (unit: string): boolean => /[/^]/.test(unit) && !/^units?\b/.test(unit)

/**
 * The number of the first unit in one of the second. It is 1 if either is missing or is an unknown
 * name of things; `null` if they measure different things.
 */
export function conversion(first: string | null, second: string | null): Rational | null {
  if (first === null || second === null || first === second) return ONE
  const [firstScale, secondScale] = [findScale(first), findScale(second)]
  if (firstScale === null && secondScale === null) return ONE
  if (firstScale === null || secondScale === null)
    return isMeasure(firstScale === null ? first : second) ? null : ONE
  return haveSameMeasure(firstScale, secondScale)
    ? divide(secondScale.factor, firstScale.factor)
    : null
}
