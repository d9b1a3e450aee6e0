import type { EpisodeConditions, EpisodeOrder } from './episode-log.ts'

/**
 * The closed table of filters and orders. A listing goes along one index, given by what it filters
 * by, and holds what it passes against the other conditions; there is one statement for each index
 * and order, whatever else is asked, so that nobody can make them without end.
 */
export interface Walk {
  readonly order: EpisodeOrder
  /** Undefined: along the table itself. */
  readonly index: Index | undefined
}

export interface Index {
  readonly name: string
  /** The conditions that it answers, all of which must be given. */
  readonly members: readonly (keyof EpisodeConditions)[]
  /** What holds for every row that is in it. */
  readonly only?: string
}

const OWN: Index = { name: 'episode_principal', members: ['principal'] }

/**
 * Those at the top leave least to look at. Whatever asks for a principal goes along one that begins
 * with it: along others, time would tell what other principals have.
 */
export const INDEXES: readonly Index[] = [
  {
    name: 'episode_own_parent',
    members: ['principal', 'parent'],
    only: 'parent IS NOT NULL',
  },
  { name: 'episode_group', members: ['group', 'run', 'principal'] },
  { name: 'episode_own_task', members: ['principal', 'taskId'] },
  { name: 'episode_own_run', members: ['principal', 'run'], only: 'run IS NOT NULL' },
  OWN,
  { name: 'episode_parent', members: ['parent'] },
  { name: 'episode_task', members: ['taskId'] },
  { name: 'episode_run', members: ['run'] },
  {
    name: 'episode_outcome',
    members: ['environment', 'success'],
    only: 'end_reason IS NOT NULL',
  },
  { name: 'episode_end', members: ['endReason'] },
]
export const OPEN: Index = { name: 'episode_open', members: [], only: 'end_reason IS NULL' }
export const OWN_OPEN: Index = { ...OPEN, name: 'episode_own_open', members: ['principal'] }

/** The way of a listing. */
export function walkOf(conditions: EpisodeConditions, order: EpisodeOrder): Walk {
  if (order === 'reward' || order === 'updated') return { order, index: undefined }
  const isGiven = (name: keyof EpisodeConditions): boolean => conditions[name] !== undefined
  const index = INDEXES.find(({ members }) => members.every(isGiven))
  if (conditions.open !== true) return { order, index }
  return { order, index: index === undefined ? OPEN : index === OWN ? OWN_OPEN : index }
}

/** Whether every episode that is passed along a way fits: nothing is left to hold it against. */
export function isWhole(conditions: EpisodeConditions, order: EpisodeOrder): boolean {
  const { index } = walkOf(conditions, order)
  const isOpen = index === OPEN || index === OWN_OPEN
  const answered: readonly string[] = [...(index?.members ?? []), ...(isOpen ? ['open'] : [])]
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return given.every(([name]) => answered.includes(name))
}
