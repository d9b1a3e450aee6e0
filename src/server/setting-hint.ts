import { Fault, shown } from '../wire/faults.ts'
import { describeEntry } from './catalog.ts'
import type { HostCore } from './core.ts'

/**
 * The same error. If it refuses an unknown member that is a setting of the named environment, its
 * hint says where settings belong.
 */
export function withSettingHint(
  { catalog }: Pick<HostCore, 'catalog'>,
  error: unknown,
  params: unknown,
): unknown {
  if (!(error instanceof Fault) || error.code !== 'request/invalid') return error
  const env = (params as { env?: unknown } | null | undefined)?.env
  const entry = typeof env === 'string' ? catalog.get(env) : undefined
  if (entry === undefined) return error
  const { properties = {} } = describeEntry(entry).settings_schema as { properties?: object }
  const { message, details } = error
  const name = Object.keys(properties).find((setting) =>
    message.startsWith(`${shown(setting)} is not a member of the request`),
  )
  if (name === undefined) return error
  const hint = `It is a setting of ${env}: send "settings": {${JSON.stringify(name)}: …}.`
  return new Fault('request/invalid', message, { details, hint })
}
