import type { EpisodeConditions, EpisodeOrder } from './episode-log.ts'

/**
 * How a list reads the table: along one index, chosen by its conditions, checking the others row by
 * row. There is one SQL statement per index and order, so their number is bounded.
 */
export interface Walk {
  readonly order: EpisodeOrder
  /** Undefined: reads the table itself. */
  readonly index: Index | undefined
}

export interface Index {
  readonly name: string
  /** The conditions that the index covers; a list uses it only if all of them are given. */
  readonly members: readonly (keyof EpisodeConditions)[]
  /** The condition of a partial index, in SQL. */
  readonly partialCondition?: string
}

const PRINCIPAL_INDEX: Index = { name: 'episode_principal', members: ['principal'] }

/**
 * The indexes, most selective first. A list of one principal uses only an index that begins with
 * the principal; on any other, the time taken would reveal data of other principals.
 */
export const INDEXES: readonly Index[] = [
  {
    name: 'episode_own_parent',
    members: ['principal', 'parent'],
    partialCondition: 'parent IS NOT NULL',
  },
  { name: 'episode_group', members: ['group', 'run', 'principal'] },
  { name: 'episode_own_task', members: ['principal', 'taskId'] },
  { name: 'episode_own_run', members: ['principal', 'run'], partialCondition: 'run IS NOT NULL' },
  PRINCIPAL_INDEX,
  { name: 'episode_parent', members: ['parent'] },
  { name: 'episode_task', members: ['taskId'] },
  { name: 'episode_run', members: ['run'] },
  {
    name: 'episode_outcome',
    members: ['environment', 'success'],
    partialCondition: 'end_reason IS NOT NULL',
  },
  { name: 'episode_end', members: ['endReason'] },
]
export const OPEN_INDEX: Index = {
  name: 'episode_open',
  members: [],
  partialCondition: 'end_reason IS NULL',
}
export const OWN_OPEN: Index = { ...OPEN_INDEX, name: 'episode_own_open', members: ['principal'] }

/** Chooses the walk of a list. */
export function chooseWalk(conditions: EpisodeConditions, order: EpisodeOrder): Walk {
  if (order === 'reward' || order === 'updated') return { order, index: undefined }
  const isGiven = (name: keyof EpisodeConditions): boolean => conditions[name] !== undefined
  const index = INDEXES.find(({ members }) => members.every(isGiven))
  if (conditions.open !== true) return { order, index }
  return {
    order,
    index: index === undefined ? OPEN_INDEX : index === PRINCIPAL_INDEX ? OWN_OPEN : index,
  }
}

/** Whether the chosen index covers all conditions, so that every episode on it matches. */
export function isWhole(conditions: EpisodeConditions, order: EpisodeOrder): boolean {
  const { index } = chooseWalk(conditions, order)
  const isOpen = index === OPEN_INDEX || index === OWN_OPEN
  const answered: readonly string[] = [...(index?.members ?? []), ...(isOpen ? ['open'] : [])]
  const conditionEntries = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return conditionEntries.every(([name]) => answered.includes(name))
}
