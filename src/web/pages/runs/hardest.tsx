import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { call } from '../../data/api.ts'
import { percent, score } from '../../data/format.ts'
import type { RunAsked } from '../../data/runs.ts'
import { tasksOnce } from '../../data/tasks-once.ts'
import { Heads } from '../../parts/heads.tsx'
import { More } from '../../parts/more.tsx'
import { Plain } from '../../parts/text.tsx'

/** The number of tasks that show at first. */
const TASKS = 20

/** Where a run fails most, each task with a way to its episodes. */
export function Hardest({
  asked,
  listed,
  condition,
}: {
  readonly asked: RunAsked
  readonly listed: string
  readonly condition: 'clean' | 'guided'
}): JSX.Element | null {
  const paged = useInfiniteQuery({
    queryKey: ['run tasks', asked, condition],
    initialPageParam: 0,
    queryFn: ({ pageParam: from }) =>
      call('GET /v1/runs/{run}/tasks', { ...asked, condition, from, limit: TASKS }),
    getNextPageParam: ({ next }) => next,
  })
  const tasks = tasksOnce(paged.data?.pages ?? [])
  if (tasks.length === 0) return null
  return (
    <section>
      <h2>Hardest tasks, {condition} attempts</h2>
      <table class="plain big">
        <Heads names={['task', 'attempts', 'mean reward', 'success', 'failures']} />
        <tbody>
          {tasks.map(({ env, task, n, reward, success, lost_episode_id: lost }) => (
            <tr key={`${env} ${task}`}>
              <td class="m">
                <a href={`${listed}&task=${encodeURIComponent(task)}`}>
                  <Plain text={task} />
                </a>
              </td>
              <td>{n}</td>
              <td>{score(reward)}</td>
              <td>{percent(success)}</td>
              <td>{lost === null ? '–' : <a href={`/episodes/${lost}`}>View failure</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More of={paged} drawn={tasks.length} total={paged.data?.pages[0]?.total ?? 0} />
    </section>
  )
}
