import type { RunConfig } from './config.ts'

type OverrideValue = string | number | boolean | null | readonly OverrideValue[]

/** Settings of verl by their hydra key; a `+` before it adds one that its files do not have. */
export type Overrides = Readonly<Record<string, OverrideValue>>

/**
 * Settings as hydra's command line takes them, those of `options` over ours. A key of ours with `+`
 * gives way to the same key without it, and the other way round.
 */
export function overrideWords(own: Overrides, options: RunConfig['options']): readonly string[] {
  const bare = (key: string): string => key.replace(/^[+~]+/, '')
  const given = new Set(Object.keys(options).map(bare))
  const kept = Object.entries(own).filter(([key]) => !given.has(bare(key)))
  return [...kept, ...Object.entries(options)].map(([key, value]) => `${key}=${written(value)}`)
}

/** A value in hydra's grammar: what is not a plain word is quoted. */
function written(value: OverrideValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'string') return String(value)
  if (/^[A-Za-z_./-][\w./-]*$/.test(value) && !RESERVED.has(value.toLowerCase())) return value
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'nan', 'inf', 'infinity'])

/** `1e-6` without the doubts of YAML readers, to which it is a text without a point. */
const numberText = (value: number): string => {
  const text = String(value)
  return /e/.test(text) && !text.includes('.') ? text.replace('e', '.0e') : text
}
