import type { RunReport } from '../../store/run-reports.ts'

type Settings = RunReport['configuration']

const HIDDEN = '***'

/**
 * Names of secrets end like the secret members of this server's own config: `token`, `api_key`.
 * Names that end in `_env` name a variable and may be shown.
 */
const SECRET_NAME = /(api_?key|token|secret|password)s?$/i
/** Trainers also use names such as `prompt_key` for columns and members of data. */
const KEY_NAME = /keys?$/i
/** A value of letters alone is a name. No generated key is so short and without a digit. */
const NAMING_VALUE = /^[a-z]+([_. ][a-z]+)*$/i
const NAMING_CHARACTERS_MAX = 32
/** Special tokens of tokenizers: `<|im_end|>`, `</s>`, `[PAD]`. */
const SPECIAL_TOKEN = /^(<[^<>]{1,40}>|\[[a-z]{1,40}\])$/i
/**
 * Secret values under any name: an address with a user or password, an Authorization header, or 20
 * letters and digits of mixed case in a row.
 */
const SECRET_VALUES = [
  /^[a-z][\w+.-]*:\/\/[^/?#]*@/i,
  /^(bearer|basic)\s/i,
  /(?=[a-z0-9]{0,19}[A-Z])(?=[A-Z0-9]{0,19}[a-z])(?=[a-zA-Z]{0,19}\d)[a-zA-Z0-9]{20}/,
]

function isSecret(name: string, value: Settings[string]): boolean {
  if (typeof value !== 'string' || value === '') return false
  if (SECRET_VALUES.some((pattern) => pattern.test(value))) return true
  if (SECRET_NAME.test(name)) return !SPECIAL_TOKEN.test(value)
  const isNaming = value.length <= NAMING_CHARACTERS_MAX && NAMING_VALUE.test(value)
  return KEY_NAME.test(name) && !isNaming
}

/** A configuration without its secrets, and the names of the removed settings. */
export function redactSettings(settings: Settings): { shown: Settings; hidden: string[] } {
  const hidden = Object.keys(settings).filter((name) => isSecret(name, settings[name] ?? null))
  const names = new Set(hidden)
  const entries = Object.entries(settings)
  const shownEntries = entries.map(
    ([name, value]) => [name, names.has(name) ? HIDDEN : value] as const,
  )
  return { shown: Object.fromEntries(shownEntries), hidden: hidden.sort() }
}
