import type { RunReport } from '../../store/run-reports.ts'

type Settings = RunReport['configuration']

const HIDDEN = '***'

/**
 * Names of secrets end like the members of this server's own config that hold one: `token`,
 * `api_key`. Names of variables, which end in `_env`, may be shown.
 */
const SECRET_NAME = /(key|token|secret|password)s?$/i
/** An address with a name or a password in it, or what an Authorization header says. */
const SECRET_VALUE = /^[a-z][\w+.-]*:\/\/[^/?#]*@|^(bearer|basic)\s/i

const isSecret = (name: string, value: Settings[string]): boolean =>
  typeof value === 'string' && value !== '' && (SECRET_NAME.test(name) || SECRET_VALUE.test(value))

/** A configuration without its secrets, and the names of those. */
export function withoutSecrets(settings: Settings): { shown: Settings; hidden: string[] } {
  const hidden = Object.keys(settings).filter((name) => isSecret(name, settings[name] ?? null))
  const names = new Set(hidden)
  const entries = Object.entries(settings)
  const shown = entries.map(([name, value]) => [name, names.has(name) ? HIDDEN : value] as const)
  return { shown: Object.fromEntries(shown), hidden: hidden.sort() }
}
