import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { callServer } from '../../data/api.ts'
import { formatPercent, formatScore } from '../../data/format.ts'
import type { RunQuery } from '../../data/runs.ts'
import { mergeTaskPages } from '../../data/task-pages.ts'
import { MoreRows } from '../../parts/more.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'

const TASKS_PER_PAGE = 20

/** The tasks with the lowest success, with links to their episodes. */
export function HardestTasks({
  query,
  episodesHref,
  condition,
}: {
  readonly query: RunQuery
  readonly episodesHref: string
  readonly condition: 'clean' | 'guided'
}): JSX.Element | null {
  const pages = useInfiniteQuery({
    queryKey: ['run tasks', query, condition],
    initialPageParam: 0,
    queryFn: ({ pageParam: from }) =>
      callServer('GET /v1/runs/{run}/tasks', { ...query, condition, from, limit: TASKS_PER_PAGE }),
    getNextPageParam: ({ next }) => next,
  })
  const tasks = mergeTaskPages(pages.data?.pages ?? [])
  if (tasks.length === 0) return null
  return (
    <section>
      <h2>Hardest tasks, {condition} attempts</h2>
      <table class="plain big">
        <TableHead names={['task', 'attempts', 'mean reward', 'success', 'failures']} />
        <tbody>
          {tasks.map(({ env, task, n, reward, success, lost_episode_id: lost }) => (
            <tr key={`${env} ${task}`}>
              <td class="mono">
                <a href={`${episodesHref}&task=${encodeURIComponent(task)}`}>
                  <PlainText text={task} />
                </a>
              </td>
              <td>{n}</td>
              <td>{formatScore(reward)}</td>
              <td>{formatPercent(success)}</td>
              <td>{lost === null ? '–' : <a href={`/episodes/${lost}`}>View failure</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows query={pages} shownCount={tasks.length} total={pages.data?.pages[0]?.total ?? 0} />
    </section>
  )
}
