import type { RunConfig } from './config.ts'

type OverrideValue = string | number | boolean | null | readonly OverrideValue[]

/** Settings of verl by hydra key. A leading `+` adds a key that verl's files do not have. */
export type Overrides = Readonly<Record<string, OverrideValue>>

/**
 * Settings as hydra command-line words; `options` override ours. A key with `+` and the same key
 * without it count as the same setting.
 */
export function overrideWords(
  defaults: Overrides,
  options: RunConfig['options'],
): readonly string[] {
  const withoutPrefix = (key: string): string => key.replace(/^[+~]+/, '')
  const configuredKeys = new Set(Object.keys(options).map(withoutPrefix))
  const remaining = Object.entries(defaults).filter(
    ([key]) => !configuredKeys.has(withoutPrefix(key)),
  )
  return [...remaining, ...Object.entries(options)].map(
    ([key, value]) => `${key}=${overrideText(value)}`,
  )
}

/** A value in hydra's grammar. Anything but a plain word is quoted. */
function overrideText(value: OverrideValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(overrideText).join(',')}]`
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
