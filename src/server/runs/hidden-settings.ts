import type { RunReport } from '../../store/run-reports.ts'

type Settings = RunReport['configuration']

const HIDDEN = '***'

/**
 * Names of secrets end like the members of this server's own config that hold one: `token`,
 * `api_key`. Names of variables, which end in `_env`, may be shown.
 */
const SECRET_NAME = /(api_?key|token|secret|password)s?$/i
/** Trainers call columns and members of data so, too: `prompt_key` is `prompt`. */
const KEY_NAME = /keys?$/i
/** Letters alone name something: no key that anybody draws is so short and has no digit. */
const NAMING_VALUE = /^[a-z]+([_. ][a-z]+)*$/i
const NAMING_CHARACTERS_MAX = 32
/** What tokenizers call tokens: `<|im_end|>`, `</s>`, `[PAD]`. */
const SPECIAL_TOKEN = /^(<[^<>]{1,40}>|\[[a-z]{1,40}\])$/i
/**
 * Under whatever name: an address with a name or a password in it, what an Authorization header
 * says, or 20 letters and digits of mixed case in a row.
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

/** A configuration without its secrets, and the names of those. */
export function withoutSecrets(settings: Settings): { shown: Settings; hidden: string[] } {
  const hidden = Object.keys(settings).filter((name) => isSecret(name, settings[name] ?? null))
  const names = new Set(hidden)
  const entries = Object.entries(settings)
  const shown = entries.map(([name, value]) => [name, names.has(name) ? HIDDEN : value] as const)
  return { shown: Object.fromEntries(shown), hidden: hidden.sort() }
}
