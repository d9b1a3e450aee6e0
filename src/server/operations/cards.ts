import type { DataSet } from '../../datasets/data-set.ts'
import { GUARANTEES, worldClass } from '../../env/world-class.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { CatalogEntry, HostCore } from '../core.ts'
import { playerNames } from '../players/named.ts'
import { type Caller, callerName } from '../principal.ts'
import { conditionsIn, STATUS_METRICS } from '../runs/run-views.ts'
import { cachedTally, callerConditions } from '../runs/tallies.ts'
import { findEntry } from './open.ts'

/** The number of tasks of a split that are read to find its levels. */
const TASKS_LOOKED_AT = 2_000

type Split = Result<'env.card'>['splits'][number]

/** Cached levels, because the tasks of a split never change. */
const splitsByEntry = new WeakMap<CatalogEntry, readonly Split[]>()

/**
 * The description of an environment for people.
 *
 * @throws Fault `env/unknown`
 */
export async function readEnvCard(
  core: HostCore,
  caller: Caller,
  { env }: CheckedParams<'env.card'>,
): Promise<Result<'env.card'>> {
  const entry = findEntry(core, env)
  const { card, audit, playedBy } = entry.environment
  const playedClass = worldClass(playedBy)
  const splits = splitsByEntry.get(entry) ?? (await readSplits(core, callerName(caller), entry))
  splitsByEntry.set(entry, splits)
  return {
    env,
    title: card.title,
    description: card.description,
    licence: card.licence,
    origin: card.origin,
    players: playerNames(entry.environment),
    class: playedClass,
    guarantees: [...GUARANTEES[playedClass]],
    has_floor: audit.floor !== undefined,
    pass_rates: (entry.dataSet?.calibrations ?? []).map(({ model, split, cells }) => ({
      ...{ model, split },
      cells: cells.map((cell) => ({ ...cell })),
    })),
    splits: splits.map((split) => ({ ...split, levels: [...split.levels] })),
  }
}

async function readSplits(
  core: HostCore,
  queue: string,
  { dataSet }: CatalogEntry,
): Promise<Split[]> {
  const slice = core.scheduler.timeSlice(queue)
  const splits: Split[] = []
  for (const { name, count } of dataSet?.splits ?? []) {
    const levels = new Map<number, number>()
    const last = Math.min(count ?? TASKS_LOOKED_AT, TASKS_LOOKED_AT)
    for (let index = 0; index < last; index++) {
      if (slice.isUsedUp) await slice.renew()
      const difficulty = findDifficulty(dataSet, name, index)
      if (difficulty === undefined) break
      levels.set(difficulty, (levels.get(difficulty) ?? 0) + 1)
    }
    const sorted = [...levels].sort(([left], [right]) => left - right)
    splits.push({
      name,
      count,
      levels: sorted.map(([difficulty, tasks]) => ({ difficulty, tasks })),
    })
  }
  return splits
}

const findDifficulty = (data: DataSet | undefined, split: string, index: number) =>
  data?.difficulty === undefined
    ? data?.task(split, index)?.difficulty
    : data.difficulty(split, index)

/**
 * The results of episodes by task.
 *
 * @throws Fault `env/unknown`, `auth/forbidden`, `store/unavailable`
 */
export async function readTaskStats(
  core: HostCore,
  caller: Caller,
  { env, tasks, run, principal }: CheckedParams<'task.stats'>,
): Promise<Result<'task.stats'>> {
  findEntry(core, env)
  const results: Result<'task.stats'>['tasks'] = []
  for (const task of new Set(tasks)) {
    const conditions = callerConditions(caller, { env, task, run, principal })
    const query = { conditions, by: 'all', width: 1, metrics: STATUS_METRICS } as const
    const cells = await cachedTally(core, caller, query)
    const episodes = cells.reduce((sum, { opened }) => sum + opened, 0)
    results.push({ task, episodes, conditions: conditionsIn(cells) })
  }
  return { env, tasks: results }
}
