import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { aboutTask } from '../../data/episode-title.ts'
import { count } from '../../data/format.ts'
import { readStages } from '../../data/stages.ts'
import { successOf, type TaskStats, useTaskStats } from '../../data/task-stats.ts'
import { Chip } from '../../parts/chips.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Awaited } from '../../parts/states.tsx'
import { Clipped, Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { nameOfSegment, segment, whole } from '../../state/fields.ts'

const FIELDS = { level: whole(undefined), from: whole(0) }
const COLUMNS = ['task', 'level', 'about', 'episodes', 'clean: won', 'guided: won', 'play'] as const

type Task = Readonly<Record<string, unknown>>

/** The tasks of a split with their results, one click from playing them. */
export function SplitPage({ env: givenEnv = '', split: givenSplit = '' }): JSX.Element {
  const [env, split] = [nameOfSegment(givenEnv), nameOfSegment(givenSplit)]
  const [{ level, from }, setFields] = useFields(FIELDS)
  const environment = useEnvironment(env).data
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['tasks', env, split, level, from],
    initialPageParam: from,
    queryFn: ({ pageParam }) =>
      call('GET /v1/environments/{env}/tasks', {
        ...{ env, split, from: pageParam, limit: 100 },
        ...(level === undefined ? {} : { difficulty: level }),
      }),
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const tasks = data?.pages.flatMap((page) => page.tasks) ?? []
  const stats = useTaskStats(
    env,
    tasks.map(({ id }) => String(id)),
  ).data
  useEffect(() => {
    document.title = `${env} ${split} · Tasks · Backchannel`
  }, [env, split])
  if (data === undefined) return <Awaited error={error} />
  return (
    <div class="page wide-page">
      <nav class="crumb" aria-label="Breadcrumb">
        <a href="/tasks">Tasks</a>/{' '}
        <a href={`/tasks/${segment(env)}`}>{environment?.title ?? env}</a>
      </nav>
      <h1>
        {environment?.title ?? env} <Chip>{split}</Chip>
      </h1>
      <p class="links">
        <Whole
          name="level"
          value={level}
          set={(given) => setFields({ level: FIELDS.level.read(given) })}
        />
        <Whole
          name="from number"
          value={from}
          set={(given) => setFields({ from: FIELDS.from.read(given) })}
        />
      </p>
      <StageNote stage={readStages(environment?.settings_schema)?.usual} />
      <div>
        <table class="plain big">
          <Heads names={COLUMNS} />
          <tbody>
            {tasks.map((task) => (
              <TaskRow
                key={String(task.id)}
                {...{ task, env, split }}
                stats={stats?.get(String(task.id))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {tasks.length === 0 && <p class="quiet">No task of this split is of this level.</p>}
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </div>
  )
}

/** In an environment with stages, other stages make other wishes of the same task. */
function StageNote({ stage }: { readonly stage: string | undefined }): JSX.Element | null {
  if (stage === undefined) return null
  return (
    <p class="quiet">
      The column <b>about</b> describes a task at the stage <code>{stage}</code>, where
      <b> play</b> begins. Other stages ask for other things; results count episodes of all stages.
    </p>
  )
}

function Whole({
  name,
  value,
  set,
}: {
  readonly name: string
  readonly value: number | undefined
  readonly set: (given: string) => void
}): JSX.Element {
  return (
    <label class="inline">
      {name}{' '}
      <input
        class="field-in"
        type="number"
        min={0}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </label>
  )
}

function TaskRow({
  task,
  env,
  split,
  stats,
}: {
  readonly task: Task
  readonly env: string
  readonly split: string
  readonly stats: TaskStats | undefined
}): JSX.Element {
  const id = String(task.id)
  const query = `env=${encodeURIComponent(env)}`
  return (
    <tr>
      <td class="m">
        <a href={`/tasks/${segment(env)}/${segment(split)}/${segment(id)}`}>
          <Plain text={id} />
        </a>
      </td>
      <td>{String(task.difficulty ?? '–')}</td>
      <td>
        <Clipped text={aboutTask(task)} charactersMax={200} />
      </td>
      <td>
        <a href={`/live?${query}&task=${encodeURIComponent(id)}`}>
          {stats === undefined ? '…' : count(stats.episodes)}
        </a>
      </td>
      <td>{successOf(stats, 'clean')}</td>
      <td>{successOf(stats, 'guided')}</td>
      <td>
        <a href={`/play?${query}&split=${encodeURIComponent(split)}&index=${String(task.index)}`}>
          play
        </a>
      </td>
    </tr>
  )
}
