import { useMutation, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { callServer } from '../../data/api.ts'
import { taskDescription } from '../../data/episode-title.ts'
import { formatCount, formatInterval, formatPercent, formatScore } from '../../data/format.ts'
import { openTask } from '../../data/open-task.ts'
import { type TaskStats, useTaskStats } from '../../data/task-stats.ts'
import { OutcomeChip, outcomeOf, TimeAgo } from '../../parts/chips.tsx'
import { CodeBlock, MessageText } from '../../parts/message-text.tsx'
import { EmptyState, ErrorBox, LoadingPage } from '../../parts/states.tsx'
import { FOCUSABLE, TableHead } from '../../parts/table-head.tsx'
import { PlainText } from '../../parts/text.tsx'
import { parsePathSegment, pathSegment } from '../../state/fields.ts'
import { storeSourceList } from '../../state/trail.ts'

const EPISODES_SHOWN = 50

interface TaskRef {
  readonly env: string
  readonly split: string
  readonly task: string
}

/** A task: its text, its results, and ways to play it. */
export function TaskPage(given: Partial<TaskRef>): JSX.Element {
  const taskRef: TaskRef = {
    env: parsePathSegment(given.env ?? ''),
    split: parsePathSegment(given.split ?? ''),
    task: parsePathSegment(given.task ?? ''),
  }
  const { env, split, task } = taskRef
  const { data, error } = useQuery({
    queryKey: ['task', env, task],
    queryFn: () => callServer('GET /v1/environments/{env}/tasks/{task}', { env, task }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stats = useTaskStats(env, [task]).data?.get(task)
  useEffect(() => {
    document.title = `${task} · ${env} · Backchannel`
  }, [task, env])
  if (data === undefined) return <LoadingPage error={error} />
  return (
    <div class="page">
      <nav class="breadcrumb" aria-label="Breadcrumb">
        <a href="/tasks">Tasks</a>/ <a href={`/tasks/${pathSegment(env)}`}>{env}</a>/{' '}
        <a href={`/tasks/${pathSegment(env)}/${pathSegment(split)}`}>{split}</a>
      </nav>
      <h1>
        Task{' '}
        <code>
          <PlainText text={task} />
        </code>
      </h1>
      <MessageText text={taskDescription(data)} />
      <TaskActions taskRef={taskRef} index={Number(data.index ?? 0)} />
      <TaskResults stats={stats} />
      <NewestEpisodes taskRef={taskRef} />
      <details class="fold">
        <summary>Public data of the task</summary>
        <CodeBlock text={JSON.stringify(data, null, 2)} language="json" />
      </details>
    </div>
  )
}

function TaskActions({
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
          Play
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
          Episodes
        </a>
        <a class="btn" href={`/groups?${query}`}>
          Groups
        </a>
      </p>
      {open.error !== null && <ErrorBox error={open.error} />}
    </>
  )
}

function TaskResults({ stats }: { readonly stats: TaskStats | undefined }): JSX.Element | null {
  if (stats === undefined || stats.conditions.length === 0) return null
  return (
    <section>
      <h2>Results</h2>
      <table class="plain big" {...FOCUSABLE}>
        <TableHead names={['condition', 'attempts', 'mean reward', 'success', 'steps']} />
        <tbody>
          {stats.conditions.map(({ condition, reward, success, steps }) => (
            <tr key={condition}>
              <td class={condition}>{condition === 'none' ? 'forks' : condition}</td>
              <td>{formatCount(success.n)}</td>
              <td>{formatScore(reward.mean)}</td>
              <td>
                {formatPercent(success.mean)}{' '}
                <span class="nowrap">({formatInterval(success)})</span>
              </td>
              <td>{steps.mean.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function NewestEpisodes({
  taskRef: { env, split, task },
}: {
  readonly taskRef: TaskRef
}): JSX.Element {
  const { data, error } = useQuery({
    queryKey: ['task episodes', env, split, task],
    queryFn: () =>
      callServer('GET /v1/episodes', {
        ...{ env, split, task, order: 'newest', limit: EPISODES_SHOWN },
      }),
  })
  if (data === undefined) return <LoadingPage error={error} rows={3} />
  if (data.episodes.length === 0) {
    return (
      <EmptyState>
        <h2>No episodes yet</h2>
      </EmptyState>
    )
  }
  const ids = data.episodes.map(({ episode_id: id }) => id)
  return (
    <section>
      <h2>Newest episodes</h2>
      <table class="plain big one-line">
        <TableHead names={['outcome', 'reward', 'steps', 'condition', 'run', 'when']} />
        <tbody>
          {data.episodes.map((episode) => (
            <tr key={episode.episode_id}>
              <td>
                <a href={`/episodes/${episode.episode_id}`} onClick={() => storeSourceList(ids)}>
                  <OutcomeChip outcome={outcomeOf(episode)} endReason={episode.end_reason} />
                </a>
              </td>
              <td>{formatScore(episode.score)}</td>
              <td>{episode.steps}</td>
              <td class={episode.condition ?? ''}>{episode.condition ?? 'fork'}</td>
              <td>
                <PlainText text={episode.run ?? '–'} />
              </td>
              <td>
                <TimeAgo ms={episode.updated_ms} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
