import { useMutation, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../data/api.ts'
import { aboutTask } from '../../data/episode-title.ts'
import { confidence, count, percent, score } from '../../data/format.ts'
import { openTask } from '../../data/open-task.ts'
import { type TaskStats, useTaskStats } from '../../data/task-stats.ts'
import { Ago, Outcome, standingOf } from '../../parts/chips.tsx'
import { Heads, SCROLLED } from '../../parts/heads.tsx'
import { Code, MessageText } from '../../parts/message-text.tsx'
import { Awaited, Empty, FaultBox } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { nameOfSegment, segment } from '../../state/fields.ts'
import { leaveTrail } from '../../state/trail.ts'

const EPISODES_SHOWN = 50

interface TaskRef {
  readonly env: string
  readonly split: string
  readonly task: string
}

/** A task: its text, its results, and ways to play it. */
export function TaskPage(given: Partial<TaskRef>): JSX.Element {
  const taskRef: TaskRef = {
    env: nameOfSegment(given.env ?? ''),
    split: nameOfSegment(given.split ?? ''),
    task: nameOfSegment(given.task ?? ''),
  }
  const { env, split, task } = taskRef
  const { data, error } = useQuery({
    queryKey: ['task', env, task],
    queryFn: () => call('GET /v1/environments/{env}/tasks/{task}', { env, task }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stats = useTaskStats(env, [task]).data?.get(task)
  useEffect(() => {
    document.title = `${task} · ${env} · Backchannel`
  }, [task, env])
  if (data === undefined) return <Awaited error={error} />
  return (
    <div class="page">
      <nav class="crumb" aria-label="Breadcrumb">
        <a href="/tasks">Tasks</a>/ <a href={`/tasks/${segment(env)}`}>{env}</a>/{' '}
        <a href={`/tasks/${segment(env)}/${segment(split)}`}>{split}</a>
      </nav>
      <h1>
        Task{' '}
        <code>
          <Plain text={task} />
        </code>
      </h1>
      <MessageText text={aboutTask(data)} />
      <Ways taskRef={taskRef} index={Number(data.index ?? 0)} />
      <Made stats={stats} />
      <Episodes taskRef={taskRef} />
      <details class="fold">
        <summary>Public data of the task</summary>
        <Code text={JSON.stringify(data, null, 2)} language="json" />
      </details>
    </div>
  )
}

function Ways({
  taskRef,
  index,
}: {
  readonly taskRef: TaskRef
  readonly index: number
}): JSX.Element {
  const { route } = useLocation()
  const { env, split, task } = taskRef
  const open = useMutation({
    mutationFn: (how: { readonly player?: string }) => openTask({ env, split, index }, how),
    onSuccess: (address) => route(address),
  })
  const query = `env=${encodeURIComponent(env)}&task=${encodeURIComponent(task)}`
  return (
    <>
      <p class="links">
        <button
          type="button"
          class="btn primary"
          disabled={open.isPending}
          onClick={() => open.mutate({})}
        >
          Play it
        </button>
        <button
          type="button"
          class="btn"
          disabled={open.isPending}
          onClick={() => open.mutate({ player: 'oracle' })}
        >
          Watch the oracle
        </button>
        <a class="btn" href={`/live?${query}`}>
          All its episodes
        </a>
        <a class="btn" href={`/groups?${query}`}>
          Its groups
        </a>
      </p>
      {open.error !== null && <FaultBox error={open.error} />}
    </>
  )
}

function Made({ stats }: { readonly stats: TaskStats | undefined }): JSX.Element | null {
  if (stats === undefined || stats.conditions.length === 0) return null
  return (
    <section>
      <h2>Results</h2>
      <table class="plain big" {...SCROLLED}>
        <Heads names={['condition', 'attempts', 'mean reward', 'success, 95 %', 'steps']} />
        <tbody>
          {stats.conditions.map(({ condition, reward, success, steps }) => (
            <tr key={condition}>
              <td class={condition}>{condition === 'none' ? 'forks' : condition}</td>
              <td>{count(success.n)}</td>
              <td>{score(reward.mean)}</td>
              <td>
                {percent(success.mean)} ({confidence(success)})
              </td>
              <td>{steps.mean.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Episodes({ taskRef: { env, split, task } }: { readonly taskRef: TaskRef }): JSX.Element {
  const { data, error } = useQuery({
    queryKey: ['task episodes', env, split, task],
    queryFn: () =>
      call('GET /v1/episodes', {
        ...{ env, split, task, order: 'newest', limit: EPISODES_SHOWN },
      }),
  })
  if (data === undefined) return <Awaited error={error} rows={3} />
  if (data.episodes.length === 0) {
    return (
      <Empty>
        <h2>No episodes yet</h2>
      </Empty>
    )
  }
  const ids = data.episodes.map(({ episode_id: id }) => id)
  return (
    <section>
      <h2>Newest episodes</h2>
      <table class="plain big">
        <Heads names={['outcome', 'reward', 'steps', 'condition', 'run', 'when']} />
        <tbody>
          {data.episodes.map((episode) => (
            <tr key={episode.episode_id}>
              <td>
                <a href={`/episodes/${episode.episode_id}`} onClick={() => leaveTrail(ids)}>
                  <Outcome standing={standingOf(episode)} end={episode.end_reason} />
                </a>
              </td>
              <td>{score(episode.score)}</td>
              <td>{episode.steps}</td>
              <td class={episode.condition ?? ''}>{episode.condition ?? 'fork'}</td>
              <td>
                <Plain text={episode.run ?? '–'} />
              </td>
              <td>
                <Ago ms={episode.updated_ms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
