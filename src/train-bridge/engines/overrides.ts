import type { RunConfig } from './config.ts'

type OverrideValue = string | number | boolean | null | readonly OverrideValue[]

/** Settings of verl by hydra key. A leading `+` adds a key that verl's files do not have. */
export type Overrides = Readonly<Record<string, OverrideValue>>

/**
 * Settings as hydra command-line words; `options` override ours. A key with `+` and the same key
 * without it count as the same setting.
 */
export function overrideWords(own: Overrides, options: RunConfig['options']): readonly string[] {
  const bare = (key: string): string => key.replace(/^[+~]+/, '')
  const given = new Set(Object.keys(options).map(bare))
  const kept = Object.entries(own).filter(([key]) => !given.has(bare(key)))
  return [...kept, ...Object.entries(options)].map(([key, value]) => `${key}=${written(value)}`)
}

/** A value in hydra's grammar. Anything but a plain word is quoted. */
function written(value: OverrideValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'string') return String(value)
  if (/^[A-Za-z_./-][\w./-]*$/.test(value) && !RESERVED.has(value.toLowerCase())) return value
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'nan', 'inf', 'infinity'])

/** Formats a number such as `1e-6` so that every YAML parser reads it as a number. */
const numberText = (value: number): string => {
  const text = String(value)
  return /e/.test(text) && !text.includes('.') ? text.replace('e', '.0e') : text
}
