import type { EpisodeConditions, EpisodeOrder } from '../../src/store/episode-log.ts'
import {
  chooseIndex,
  OPEN_INDEX,
  OWN_OPEN_INDEX,
  SCAN_INDEXES,
} from '../../src/store/scan-index.ts'

/** A query, with a name for people. */
export interface ListQuery {
  readonly name: string
  readonly path: string
}

/**
 * The API's name of a condition, and two values of it: one that many episodes have, and a rare one.
 */
const ASKED: Readonly<Partial<Record<keyof EpisodeConditions, readonly [string, ...string[]]>>> = {
  principal: ['principal', 'local', 'other'],
  parent: ['parent', `ep_${'0'.repeat(32)}`],
  group: ['group', 'g-77'],
  taskId: ['task', 'train-000042'],
  run: ['run', 'run-7'],
  environment: ['env', 'q-code-v1', 'mock-v1'],
  success: ['success', 'false', 'true'],
  endReason: ['end_reason', 'completed', 'turn_budget'],
  open: ['open', 'true'],
}
const LIMIT = 200
const BY_OPENING: readonly EpisodeOrder[] = ['newest', 'oldest']

/** All ways to give each condition one of its values. */
function givenWays(names: readonly (keyof EpisodeConditions)[]): string[] {
  return names.reduce<string[]>(
    (ways, name) => {
      const [asked, ...values] = ASKED[name] ?? ['']
      return ways.flatMap((way) => values.map((value) => `${way}&${asked}=${value}`))
    },
    [''],
  )
}

const query = (order: EpisodeOrder, condition: string, limit = LIMIT): ListQuery => ({
  name: [...(limit === LIMIT ? [] : [limit]), order, ...condition.split('&').slice(1)].join(' '),
  path: `/v1/episodes?order=${order}&limit=${limit}${condition}`,
})

/** Every filter of the closed table, in every order that has an index for it. */
export function listedQueries(): ListQuery[] {
  const filters = [
    ...[...SCAN_INDEXES, OPEN_INDEX, OWN_OPEN_INDEX].map((index) => ({
      index,
      names:
        index === OPEN_INDEX || index === OWN_OPEN_INDEX
          ? [...index.members, 'open' as const]
          : index.members,
    })),
    { index: undefined, names: [] },
  ]
  const byOpening = filters.flatMap(({ index, names }) => {
    const conditions = Object.fromEntries(names.map((name) => [name, name === 'open' || 'some']))
    if (chooseIndex(conditions, 'newest') !== index) throw new Error(`${names} goes another way`)
    return givenWays(names).flatMap((given) => BY_OPENING.map((order) => query(order, given)))
  })
  return [...byOpening, query('updated', ''), query('reward', ''), query('newest', '', 1_000)]
}

/** Further queries, which also read rows that do not match, count or add up. */
export const OTHER_QUERIES: readonly ListQuery[] = [
  query('newest', '&env=mock-v1'),
  query('newest', '&difficulty=3&split=val'),
  query('newest', '&difficulty=77'),
  query('reward', '&run=run-7'),
  query('updated', '&run=run-7'),
  query('reward', '&task=train-000042'),
  query('reward', '&principal=other'),
  { name: 'an exact count', path: '/v1/episodes?env=q-code-v1&success=false&limit=1&count=exact' },
  { name: 'an exact count, no index', path: '/v1/episodes?difficulty=3&limit=1&count=exact' },
  { name: 'groups', path: '/v1/groups?limit=100' },
  { name: 'runs', path: '/v1/runs?limit=100' },
  { name: 'a run of 25,000', path: '/v1/runs/run-7' },
  {
    name: 'its curves',
    path: '/v1/runs/run-7/series?metric=reward,success,malformed_calls&by=batch',
  },
  { name: 'its tasks', path: '/v1/runs/run-7/tasks' },
  { name: 'two runs', path: '/v1/runs/run-7/compare?with=run-8' },
]
