import { isKnownUnit } from './units.ts'

/** A short answer, split into value and unit. */
export interface TrailingUnit {
  readonly value: string
  readonly unit: string
  /** Whether it is set as text, or is a separate unit of two letters or more. */
  readonly isUnambiguous: boolean
  /** Whether it is set as text, or is a unit behind a space: then it is no product of letters. */
  readonly isSeparate: boolean
}

const LENGTH_MAX = 200

const SPACE = /\\[,;:! ]|~/g
const WORDS = /\\(?:text|mathrm|textrm|mathsf|operatorname|mbox|rm)\s*\{((?:[^{}]|\^\{-?\d\})*)\}/g
const FRACTION = /\\[dt]?frac\s*\{([^{}\d\\]*)\}\s*\{([^{}\d\\]*(?:\^\d)?)\}$/
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\\cdot|\\times|[·⋅×]/g, '*'],
  [/\\mu\s*|[µμ]/g, 'μ'],
  [/\\Omega|[ΩΩ]/g, 'ohm'],
  [/\\ell|ℓ/g, 'L'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/⁻¹/g, '^-1'],
  [/⁻²/g, '^-2'],
  [/[−–]/g, '-'],
]

/** Text to the end that may be a unit. */
const TAIL = new RegExp(
  String.raw`(?:\\(?:cdot|times|mu|Omega|ell)(?![a-z])|[a-zA-Zµμ°ΩΩℓ²³⁻¹·⋅×*/().{}^\s−–-]|` +
    String.raw`(?<=\^\{?[-−]?)\d)+$`,
)
/** Units that count behind a space. Other single letters may be the name of a value. */
const SEPARATE_UNIT = /^(?:[mgshlLNJWV]|.{2,})$/

/** The known unit after a value, or `null`. */
export function trailingUnit(source: string): TrailingUnit | null {
  if (source.length > LENGTH_MAX || !/[\d)}].*[a-zA-ZΩΩℓ]/.test(source)) return null
  let isText = false
  const plain = source
    .replace(SPACE, ' ')
    .replace(WORDS, (_, words: string) => {
      isText = true
      return words
    })
    .replace(FRACTION, '($1)/($2)')
  let start = plain.length - (TAIL.exec(plain)?.[0].length ?? 0)
  // The name of a command, such as \sqrt, belongs to the value, and so does an exponent.
  while (plain[start - 1] === '\\' || (start > 0 && /^[)}^\s]/.test(plain.slice(start)))) {
    start += /^(?:[a-zA-Z]+|\^\{?[-−]?\d\}?|.)/.exec(plain.slice(start))?.[0].length ?? 1
  }
  const value = plain.slice(0, start).trimEnd()
  let unit = plain.slice(start)
  for (const [sign, meaning] of SIGNS) unit = unit.replace(sign, meaning)
  unit = unit.replace(/\{(-?\d)\}/g, '$1').trim()
  if (value === '' || unit === '' || !isKnownUnit(unit)) return null
  const isSeparate = isText || (start > value.length && SEPARATE_UNIT.test(unit))
  return { value, unit, isSeparate, isUnambiguous: isText || (isSeparate && unit.length > 1) }
}
