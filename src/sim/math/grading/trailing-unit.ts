import { isKnownUnit } from './units.ts'

/** A short answer such as `5 \text{ cm}`, split into its value and a known unit. */
export interface TrailingUnit {
  readonly value: string
  readonly unit: string
  /** Whether the letters are certainly a unit: in a text command, or a word after a space. */
  readonly isUnambiguous: boolean
  /** Whether a text command or a space separates the unit, so that it is no product of letters. */
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

/** The characters at the end of an answer that may be a unit. */
const TAIL = new RegExp(
  String.raw`(?:\\(?:cdot|times|mu|Omega|ell)(?![a-z])|[a-zA-Zµμ°ΩΩℓ²³⁻¹·⋅×*/().{}^\s−–-]|` +
    String.raw`(?<=\^\{?[-−]?)\d)+$`,
)
/** Units that a space may separate. Other single letters may be variables. */
const SEPARATE_UNIT = /^(?:[mgshlLNJWV]|.{2,})$/

/** Splits a known unit from the end of an answer. Returns `null` if there is none. */
export function trailingUnit(source: string): TrailingUnit | null {
  if (source.length > LENGTH_MAX || !/[\d)}].*[a-zA-ZΩΩℓ]/.test(source)) return null
  let isText = false
  const text = source
    .replace(SPACE, ' ')
    .replace(WORDS, (_, words: string) => {
      isText = true
      return words
    })
    .replace(FRACTION, '($1)/($2)')
  let unitStart = text.length - (TAIL.exec(text)?.[0].length ?? 0)
  // The name of a command, such as \sqrt, belongs to the value, and so does an exponent.
  while (
    text[unitStart - 1] === '\\' ||
    (unitStart > 0 && /^[)}^\s]/.test(text.slice(unitStart)))
  ) {
    unitStart += /^(?:[a-zA-Z]+|\^\{?[-−]?\d\}?|.)/.exec(text.slice(unitStart))?.[0].length ?? 1
  }
  const value = text.slice(0, unitStart).trimEnd()
  let unit = text.slice(unitStart)
  for (const [sign, meaning] of SIGNS) unit = unit.replace(sign, meaning)
  unit = unit.replace(/\{(-?\d)\}/g, '$1').trim()
  if (value === '' || unit === '' || !isKnownUnit(unit)) return null
  const isSeparate = isText || (unitStart > value.length && SEPARATE_UNIT.test(unit))
  return { value, unit, isSeparate, isUnambiguous: isText || (isSeparate && unit.length > 1) }
}
