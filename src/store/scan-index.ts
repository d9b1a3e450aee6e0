import type { EpisodeConditions, EpisodeOrder } from './episode-log.ts'

/**
 * An index of the table of episodes. A list reads along one index, chosen by its conditions, and
 * checks the other conditions row by row. There is one SQL statement per index and order, so their
 * number is bounded.
 */
export interface ScanIndex {
  readonly name: string
  /** The conditions that the index covers; a list uses it only if all of them are given. */
  readonly members: readonly (keyof EpisodeConditions)[]
  /** The condition of a partial index, in SQL. */
  readonly partialCondition?: string
}

const PRINCIPAL_INDEX: ScanIndex = { name: 'episode_principal', members: ['principal'] }

/**
 * The indexes, most selective first. A list of one principal uses only an index that begins with
 * the principal; on any other, the time taken would reveal data of other principals.
 */
export const SCAN_INDEXES: readonly ScanIndex[] = [
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
export const OPEN_INDEX: ScanIndex = {
  name: 'episode_open',
  members: [],
  partialCondition: 'end_reason IS NULL',
}
export const OWN_OPEN_INDEX: ScanIndex = {
  ...OPEN_INDEX,
  name: 'episode_own_open',
  members: ['principal'],
}

/** The index to read along; undefined: the table itself, or the index that sorts by the order. */
export function chooseIndex(
  conditions: EpisodeConditions,
  order: EpisodeOrder,
): ScanIndex | undefined {
  if (order === 'reward' || order === 'updated') return undefined
  const isGiven = (name: keyof EpisodeConditions): boolean => conditions[name] !== undefined
  const index = SCAN_INDEXES.find(({ members }) => members.every(isGiven))
  if (conditions.open !== true) return index
  if (index === undefined) return OPEN_INDEX
  return index === PRINCIPAL_INDEX ? OWN_OPEN_INDEX : index
}

/** Whether the chosen index covers all conditions, so that every episode on it matches. */
export function coversAll(conditions: EpisodeConditions, order: EpisodeOrder): boolean {
  const index = chooseIndex(conditions, order)
  const isOpen = index === OPEN_INDEX || index === OWN_OPEN_INDEX
  const covered: readonly string[] = [...(index?.members ?? []), ...(isOpen ? ['open'] : [])]
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return given.every(([name]) => covered.includes(name))
}
