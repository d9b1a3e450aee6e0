import { z } from 'zod'
import type { DataSet } from '../datasets/data-set.ts'
import { DataSetError } from '../datasets/manifest.ts'
import { storedWorld, worldMismatch } from '../datasets/world-hash.ts'
import { KERNEL_METRICS } from '../env/episode.ts'
import { storedLimits } from '../env/log.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { memoizeBy } from '../tools/memoize-by.ts'
import { toolSchema } from '../tools/tool.ts'
import type { EnvironmentDescription, EnvironmentSummary } from '../wire/results.ts'
import type { CatalogEntry } from './core.ts'

/** Joins environments with their data sets. Environments without data are offered too. */
export function makeCatalog(
  environments: readonly AnyEnvironment[],
  dataSets: readonly DataSet[],
): ReadonlyMap<string, CatalogEntry> {
  const catalog = new Map<string, CatalogEntry>()
  for (const environment of environments) {
    const dataSet = dataSets.find((candidate) => candidate.environment === environment.id)
    catalog.set(environment.id, {
      environment,
      dataSet,
      ...findWorld(environment.id, dataSet),
      tools: environment.tools.map(toolSchema),
    })
  }
  return catalog
}

function findWorld(
  id: string,
  dataSet: DataSet | undefined,
): Pick<CatalogEntry, 'worldHash' | 'worldText'> {
  if (dataSet === undefined) return { worldHash: '', worldText: () => '' }
  const { world } = dataSet
  const worldHash = dataSet.worldHash ?? storedWorld(world).hash
  const worldText = (): string => {
    const { hash, text } = storedWorld(world)
    if (hash === worldHash) return text
    throw new DataSetError(worldMismatch(id, hash, worldHash))
  }
  return { worldHash, worldText }
}

/** An entry in the form of `env.list`. */
export function summarizeEntry({ environment, dataSet }: CatalogEntry): EnvironmentSummary {
  return {
    env: environment.id,
    revision: environment.revision,
    title: environment.card.title,
    description: environment.card.description,
    splits: (dataSet?.splits ?? []).map(({ name, count }) => ({ name, count })),
    data_checksum: dataSet?.checksum ?? null,
  }
}

/** An entry in the form of `env.describe`. It is cached, because writing the schemas takes time. */
export const describeEntry = memoizeBy((entry: CatalogEntry): EnvironmentDescription => {
  const { environment, tools } = entry
  const { parts, minimum, maximum } = environment.reward
  const { $schema: _, ...settings } = z.toJSONSchema(environment.settings.schema, { io: 'input' })
  return {
    ...summarizeEntry(entry),
    tools: tools as unknown as EnvironmentDescription['tools'],
    more_tools: (environment.settings.moreTools ?? []).map(
      toolSchema,
    ) as unknown as EnvironmentDescription['tools'],
    limits: typeof environment.limits === 'function' ? null : storedLimits(environment.limits),
    metrics: [...KERNEL_METRICS, ...environment.metrics],
    reward: { parts: [...parts], minimum: minimum / 1000, maximum: maximum / 1000 },
    settings_schema: settings as EnvironmentDescription['settings_schema'],
    uses_seed: environment.usesSeed,
    takes_answers: environment.turnRules.isFinalAnswer !== undefined,
  }
})
