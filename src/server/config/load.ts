import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { isApiKey } from '../../effects/chat-post.ts'
import { withShippedProfiles } from '../../effects/shipped-profiles.ts'
import { definedMembers } from '../../sim/defined-members.ts'
import { nearestName } from '../../sim/nearest-name.ts'
import { shownAddress } from '../../store/postgres/address.ts'
import { describeMismatch, valueAt } from '../../tools/complaint.ts'
import { firstLine } from '../../tools/first-line.ts'
import { ConfigError } from './config-error.ts'
import { hostName, isLoopback } from './host-name.ts'
import { type Config, type ConfigInput, configSchema } from './schema.ts'
import { TOKEN_PATTERN, TOKEN_RULE } from './settings.ts'

/** Environment variables that are settings, such as BACKCHANNEL_PORT. */
const ENVIRONMENT_SETTINGS = {
  BACKCHANNEL_HOST: 'host',
  BACKCHANNEL_PORT: 'port',
  BACKCHANNEL_DB: 'db',
  BACKCHANNEL_DATA: 'data',
  BACKCHANNEL_DURABILITY: 'durability',
  BACKCHANNEL_LOG_LEVEL: 'log_level',
  BACKCHANNEL_WORKERS_MEMORY_SHARE: 'workers_memory_share',
} as const

/** Settings with numeric values. */
const NUMBERS: ReadonlySet<string> = new Set(['port', 'workers_memory_share'])

const PREFIX = 'BACKCHANNEL_'

/** Variables that other programs use, and the server does not. */
const OTHER_VARIABLES = [
  'BACKCHANNEL_GENERATION',
  'BACKCHANNEL_REWARD_KEY_ENV',
  'BACKCHANNEL_REWARD_MODEL',
  'BACKCHANNEL_REWARD_URL',
  'BACKCHANNEL_TOKEN',
  'BACKCHANNEL_URL',
]

/** The default config file, which is read if it exists and no other file is named. */
const DEFAULT_CONFIG_FILE = 'backchannel.config.yaml'

interface ConfigSources {
  /** A file that must exist. Default: the default file, if it exists. */
  readonly file?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: ConfigInput
}

/**
 * The effective config: the file, overridden by environment variables, overridden by flags.
 *
 * @throws ConfigError naming the setting, the value and the remedy
 */
export function loadConfig({ file, environment, flags }: ConfigSources): Config {
  const values = { ...readFile(file), ...readEnvironment(environment), ...definedMembers(flags) }
  const merged = withShippedProfiles(values)
  const checked = configSchema.safeParse(merged)
  if (!checked.success) throw configError(checked.error, merged)
  const config = resolveTokens(checked.data, environment)
  checkExposure(config.tokens, config.host)
  return config
}

/** The environments of a config: module names, and settings of environments that run elsewhere. */
export const splitEnvironments = (environments: Config['environments']) => ({
  modules: environments.filter((entry) => typeof entry === 'string'),
  python: environments.flatMap((entry) =>
    typeof entry === 'object' && 'python' in entry ? [entry.python] : [],
  ),
  openenv: environments.flatMap((entry) =>
    typeof entry === 'object' && 'openenv' in entry ? [entry.openenv] : [],
  ),
})

const environmentSettings = z.object({ environments: configSchema.shape.environments })

/**
 * The environments in a config file, or in the default file if it exists. They are read first,
 * because commands may be about them.
 *
 * @throws ConfigError naming the setting, the value and the remedy
 */
export function environmentsIn(file: string | undefined) {
  const { environments } = readFile(file)
  const checked = environmentSettings.safeParse({ environments })
  if (!checked.success) throw configError(checked.error, { environments })
  return splitEnvironments(checked.data.environments)
}

/**
 * Warnings about variables that look like settings but are not. Variables that the config names are
 * left out. A cluster sets some of its own, so they do not prevent a start.
 */
export function unknownVariables(
  environment: ConfigSources['environment'],
  { tokens, profiles }: Config,
): string[] {
  const settings = Object.keys(ENVIRONMENT_SETTINGS)
  const named = [
    ...tokens.map(({ token_env }) => token_env),
    ...Object.values(profiles).map(({ api_key_env }) => api_key_env),
  ]
  const knownNames = new Set([...settings, ...OTHER_VARIABLES, ...named])
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !knownNames.has(name))
    .map((name) => {
      const candidates = [...settings, 'BACKCHANNEL_TOKEN'].map((variable) =>
        variable.slice(PREFIX.length),
      )
      const suggestion = nearestName(name.slice(PREFIX.length), candidates)
      const hint = suggestion === undefined ? '' : `; did you mean ${PREFIX}${suggestion}?`
      return `the environment variable ${name} is no setting${hint}`
    })
}

/** Loading the YAML library takes a tenth of the start, and most servers have no config file. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

function readFile(file: string | undefined): Record<string, unknown> {
  const path = file ?? DEFAULT_CONFIG_FILE
  if (!existsSync(path)) {
    if (file === undefined) return {}
    throw new ConfigError(`config: there is no file ${path}; create it or leave out --config`)
  }
  if (statSync(path).isDirectory()) {
    throw new ConfigError(`config: ${path} is a folder; give the path of a file with --config`)
  }
  const text = readConfigText(path)
  try {
    const content: unknown = yaml().parse(text) ?? {}
    if (typeof content === 'object' && !Array.isArray(content)) {
      return content as Record<string, unknown>
    }
  } catch (error) {
    throw new ConfigError(`config: ${path} is not YAML: ${firstLine(error)}`)
  }
  throw new ConfigError(`config: ${path} must hold settings, such as "port: 8000"`)
}

function readConfigText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`config: ${path} cannot be read (${firstLine(error)}); check its rights`)
  }
}

/** What Kubernetes puts into BACKCHANNEL_PORT of every pod if a Service is named backchannel. */
const isServiceLink = (text: string): boolean => /^(tcp|udp|sctp):\/\//.test(text)

function readEnvironment(environment: ConfigSources['environment']): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [variable, setting] of Object.entries(ENVIRONMENT_SETTINGS)) {
    const text = environment[variable]
    if (text === undefined || text === '' || isServiceLink(text)) continue
    settings[setting] = NUMBERS.has(setting) && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  const token = environment.BACKCHANNEL_TOKEN
  if (token !== undefined && token !== '') {
    settings.tokens = [{ principal: 'admin', role: 'admin', token_env: 'BACKCHANNEL_TOKEN' }]
  }
  return settings
}

/**
 * Settings with secret values, also within lists and objects. Error messages never contain them.
 */
const MAY_BE_SECRET = /^tokens|\.python\.environment\b/

function configError(error: z.ZodError, values: Record<string, unknown>): ConfigError {
  const mayShow = (path: readonly PropertyKey[]): boolean => {
    const value = valueAt(values, path)
    return !MAY_BE_SECRET.test(path.join('.')) && (value === null || typeof value !== 'object')
  }
  const { path, text, unknownKey } = describeMismatch(error, values, {
    valueName: 'the file',
    mayShow,
  })
  if (unknownKey !== undefined) {
    const name = [...path, unknownKey].join('.')
    const suggestion = nearestName(unknownKey, settingsAt(path))
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
    return new ConfigError(`config: there is no setting ${name}${hint}`)
  }
  return new ConfigError(`config: ${text}`)
}

/** The names of the settings at a path. */
function settingsAt(path: readonly PropertyKey[]): readonly string[] {
  type Node = z.core.JSONSchema._JSONSchema | undefined
  const inside = (node: Node, key: PropertyKey): Node[] => {
    if (typeof node !== 'object') return []
    const { properties = {}, additionalProperties, items, anyOf = [] } = node
    const children = [properties[String(key)], additionalProperties, items].flat()
    return [...children, ...anyOf.flatMap((form) => inside(form, key))]
  }
  const rootNode: Node = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' })
  const nodes = path.reduce<Node[]>(
    (parents, key) => parents.flatMap((node) => inside(node, key)),
    [rootNode],
  )
  const forms = nodes.flatMap((node) =>
    typeof node === 'object' ? [node, ...(node.anyOf ?? [])] : [],
  )
  return forms.flatMap((form) =>
    typeof form === 'object' ? Object.keys(form.properties ?? {}) : [],
  )
}

function resolveTokens(config: Config, environment: ConfigSources['environment']): Config {
  const tokens = config.tokens.map((entry) => {
    if (entry.token_env === undefined) return entry
    const token = environment[entry.token_env]
    if (token === undefined || !TOKEN_PATTERN.test(token)) {
      const message = `must be set to a token of ${TOKEN_RULE}`
      throw new ConfigError(`config: the environment variable ${entry.token_env} ${message}`)
    }
    return { ...entry, token }
  })
  const twice = tokens.find(
    ({ token }, index) => tokens.findIndex((earlier) => earlier.token === token) < index,
  )
  if (twice === undefined) return { ...config, tokens }
  throw new ConfigError(
    `config: tokens: ${twice.principal} has the token of another entry; give each its own`,
  )
}

/**
 * Refuses chat profiles whose API key is missing, because every request to them would fail.
 *
 * @throws ConfigError naming the profile and the environment variable, never the key
 */
export function checkKeys({ profiles }: Config, environment: ConfigSources['environment']): void {
  for (const [name, { api_key_env: variable }] of Object.entries(profiles)) {
    if (variable === undefined || isApiKey(environment[variable])) continue
    throw new ConfigError(
      `config: profiles.${name}.api_key_env: the environment variable ${variable} must be set to ` +
        'a key of printable ASCII characters',
    )
  }
}

/**
 * Refuses to listen without a token on an address that other machines can reach. The setting is
 * checked before listening, and the resolved address after it.
 *
 * @throws ConfigError naming the host and the remedy
 */
export function checkExposure(tokens: Config['tokens'], host: string): void {
  if (tokens.length > 0 || isLoopback(hostName(host))) return
  throw new ConfigError(
    `config: host ${host} can be reached from other machines, which needs a token: ` +
      'set BACKCHANNEL_TOKEN, or tokens in the config file, or listen on 127.0.0.1',
  )
}

/** A config for display, without tokens and keys. */
export function redactConfig(config: Config): Config {
  return {
    ...config,
    db: shownAddress(config.db),
    tokens: config.tokens.map(({ token: _, ...entry }) =>
      entry.token_env === undefined ? { ...entry, token: '(hidden)' } : entry,
    ),
  }
}
