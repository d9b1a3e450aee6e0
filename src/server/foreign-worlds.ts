import { readBaseUrl } from '../effects/base-url.ts'
import { askForTools, type ForeignTools } from '../effects/openenv/describe.ts'
import type { ForeignServer } from '../effects/openenv/options.ts'
import { foreignPerformer } from '../effects/openenv/performer.ts'
import { ForeignTrouble } from '../effects/openenv/talk.ts'
import { type Foreign, foreignSchema } from '../env/openenv/description.ts'
import { foreignEnvironment } from '../env/openenv/index.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { describeMismatch } from '../tools/complaint.ts'
import { failureText } from '../tools/failure-text.ts'
import { ConfigError } from './config/config-error.ts'
import type { ForeignWorldSettings } from './config/foreign-world.ts'

/** The environments of other servers that are played through this server. */
interface ForeignWorlds {
  readonly environments: readonly AnyEnvironment[]
  readonly performer: ReturnType<typeof foreignPerformer>
}

/** The distance between the seeds of two splits, so that splits never share a seed. */
const SEEDS_PER_SPLIT = 1_000_000

/**
 * Asks the configured servers for their actions.
 *
 * @throws ConfigError naming the environment that is not available
 */
export async function startForeignWorlds(
  settings: readonly ForeignWorldSettings[],
): Promise<ForeignWorlds> {
  const servers = settings.map(toServer)
  const environments = await Promise.all(
    settings.map(async (setting, index) => {
      const foreignTools = askForTools(servers[index] as ForeignServer)
      const tools = await foreignTools.catch((error: unknown) => {
        if (!(error instanceof ForeignTrouble)) throw error
        throw new ConfigError(`environments: ${setting.id} at ${setting.url}: ${error.message}`)
      })
      return createEnvironment(descriptionFrom(setting, tools))
    }),
  )
  return { environments, performer: foreignPerformer(servers) }
}

/** Creates the environment. Its tools may be invalid for any environment. */
function createEnvironment(described: Foreign): AnyEnvironment {
  try {
    return foreignEnvironment(described)
  } catch (error) {
    const reason = failureText(error)
    throw new ConfigError(`environments: ${described.id}: its tools cannot be used: ${reason}`)
  }
}

function toServer(settings: ForeignWorldSettings): ForeignServer {
  const { id, token_env: variable } = settings
  const token = variable === undefined ? undefined : process.env[variable]
  if (variable !== undefined && (token === undefined || token === '')) {
    throw new ConfigError(`environments: ${id}: the environment variable ${variable} is not set`)
  }
  return {
    id,
    url: readBaseUrl(settings.url) as string,
    token,
    deadlineMs: settings.deadline_ms,
    sessionsMax: settings.sessions_max,
    idleMs: settings.idle_ms,
    volatile: settings.volatile,
  }
}

function descriptionFrom(settings: ForeignWorldSettings, foreignTools: ForeignTools): Foreign {
  const { id, title = id, instructions, reset, seed_member, turns_max, volatile, hidden } = settings
  const { kind, tools, textMember } = foreignTools
  const thousandths = (value: number): number => Math.round(value * 1000)
  const { minimum, maximum, success } = settings.reward
  const toolDescription = {
    ...{ id, title, instructions, kind, tools, reset, seed_member, turns_max, volatile, hidden },
    description: settings.description ?? `${title}, an environment of another OpenEnv server.`,
    text_member: textMember,
    splits: Object.fromEntries(
      Object.entries(settings.splits).map(([name, count], index) => [
        name,
        { count, first: index * SEEDS_PER_SPLIT },
      ]),
    ),
    reward: {
      minimum: thousandths(minimum),
      maximum: thousandths(maximum),
      success: thousandths(success),
    },
  }
  const described = foreignSchema.safeParse(toolDescription)
  if (described.success) return described.data
  const { text } = describeMismatch(described.error, toolDescription)
  throw new ConfigError(`environments: ${id}: ${text}`)
}
