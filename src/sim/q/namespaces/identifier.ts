import { signal } from '../errors.ts'
import { INFIX, PREFIX } from '../parser/keywords.ts'
import { isSymbol, namesOf } from '../values/access.ts'
import { dictionary, symbol, symbols, table } from '../values/build.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'

/** Built-in words, which names must not equal. `.Q.res` lists them. */
export const RESERVED: readonly string[] = `
  abs acos asin atan avg bin binr cor cos cov delete dev div do enlist exec exit exp from getenv
  hopen if in insert last like log max min prd select setenv sin sqrt ss sum tan update var wavg
  while within wsum xexp
`
  .trim()
  .split(/\s+/)

const reserved = new Set([...RESERVED, ...INFIX, ...PREFIX, 'by'])

/**
 * Converts a text to an identifier: letters, digits and underscores, beginning with a letter, not a
 * keyword.
 */
function identifier(text: string): string {
  const clean = text.replace(/[^A-Za-z0-9_]/g, '')
  if (reserved.has(clean)) return `${clean}1`
  return /^[A-Za-z]/.test(clean) ? clean : `a${clean}`
}

/** `.Q.id x`: converts names to identifiers; those of columns and keys are made distinct. */
export function sanitizeNames(x: Value): Value {
  if (x.kind === 'table') return table(distinctNames(x.names), x.columns)
  if (isKeyed(x)) {
    const names = distinctNames([...x.keys.names, ...x.values.names])
    const keyCount = x.keys.names.length
    return dictionary(
      table(names.slice(0, keyCount), x.keys.columns),
      table(names.slice(keyCount), x.values.columns),
    )
  }
  if (x.kind === 'dictionary') return dictionary(symbols(distinctNames(namesOf(x.keys))), x.values)
  if (isSymbol(x)) return symbol(identifier(x.value as string))
  if (x.kind === 'vector' && isSymbolic(x.type)) return symbols(namesOf(x).map(identifier))
  return signal('type')
}

/** Names as identifiers; repeated ones get a number. */
function distinctNames(names: readonly string[]): string[] {
  const countsByName = new Map<string, number>()
  return names.map((name) => {
    const clean = identifier(name)
    const times = countsByName.get(clean) ?? 0
    countsByName.set(clean, times + 1)
    return times === 0 ? clean : `${clean}${times}`
  })
}
