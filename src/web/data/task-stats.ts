import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import type { ResultAt } from '../../client/resources.ts'
import { callServer } from './api.ts'

export type TaskStats = ResultAt<'GET /v1/environments/{env}/stats'>['tasks'][number]

/** Tasks that are asked for at once, at most. */
const TASKS_MAX = 100

/** Results of tasks, by task id. */
export function useTaskStats(
  env: string,
  tasks: readonly string[],
): UseQueryResult<ReadonlyMap<string, TaskStats>> {
  return useQuery({
    queryKey: ['task stats', env, ...tasks],
    enabled: tasks.length > 0,
    queryFn: async () => {
      const pages: string[][] = []
      for (let from = 0; from < tasks.length; from += TASKS_MAX) {
        pages.push(tasks.slice(from, from + TASKS_MAX))
      }
      const found = await Promise.all(
        pages.map((page) => callServer('GET /v1/environments/{env}/stats', { env, tasks: page })),
      )
      return new Map(found.flatMap((part) => part.tasks.map((one) => [one.task, one] as const)))
    },
  })
}

/** Success under one condition: `3 of 8`. */
export function formatSuccess(stats: TaskStats | undefined, wanted: 'clean' | 'guided'): string {
  const found = stats?.conditions.find(({ condition }) => condition === wanted)
  if (found === undefined || found.success.n === 0) return '–'
  return `${Math.round(found.success.mean * found.success.n)} of ${found.success.n}`
}
