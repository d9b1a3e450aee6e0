import { useInfiniteQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { callServer } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { taskDescription } from '../../data/episode-title.ts'
import { formatCount } from '../../data/format.ts'
import { readStages } from '../../data/stages.ts'
import { formatSuccess, type TaskStats, useTaskStats } from '../../data/task-stats.ts'
import { Chip } from '../../parts/chips.tsx'
import { CommittedInput } from '../../parts/committed-input.tsx'
import { SectionLink } from '../../parts/section-link.tsx'
import { LoadingPage } from '../../parts/states.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { PlainText, TruncatedText } from '../../parts/text.tsx'
import { useUrlFields } from '../../state/address.ts'
import { integerField, parsePathSegment, pathSegment } from '../../state/fields.ts'
import { CommonFailures } from '../runs/failures.tsx'

const FIELDS = { level: integerField(undefined), from: integerField(0) }
const COLUMNS = ['task', 'level', 'about', 'episodes', 'clean: won', 'guided: won', 'play'] as const

type Task = Readonly<Record<string, unknown>>

/** The tasks of a split with their results, and links to play them. */
export function SplitPage({ env: givenEnv = '', split: givenSplit = '' }): JSX.Element {
  const [env, split] = [parsePathSegment(givenEnv), parsePathSegment(givenSplit)]
  const [{ level, from }, setFields] = useUrlFields(FIELDS)
  const [isCounting, setCounting] = useState(location.hash === '#failures')
  const withLevel = level === undefined ? {} : { difficulty: level }
  const environment = useEnvironment(env).data
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['tasks', env, split, level, from],
    initialPageParam: from,
    queryFn: ({ pageParam }) =>
      callServer('GET /v1/environments/{env}/tasks', {
        ...{ env, split, from: pageParam, limit: 100 },
        ...withLevel,
      }),
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const tasks = data?.pages.flatMap((page) => page.tasks) ?? []
  useEffect(() => {
    document.title = `${env} ${split} · Tasks · Backchannel`
  }, [env, split])
  if (data === undefined) return <LoadingPage error={error} />
  return (
    <div class="page wide-page">
      <nav class="breadcrumb" aria-label="Breadcrumb">
        <a href="/tasks">Tasks</a>/{' '}
        <a href={`/tasks/${pathSegment(env)}`}>{environment?.title ?? env}</a>
      </nav>
      <h1>
        {environment?.title ?? env} <Chip>{split}</Chip>
      </h1>
      <p class="links">
        <NumberFilter
          name="level"
          value={level}
          onChange={(given) => setFields({ level: FIELDS.level.parse(given) })}
        />
        <NumberFilter
          name="from number"
          value={from}
          onChange={(given) => setFields({ from: FIELDS.from.parse(given) })}
        />
      </p>
      <p class="links">
        <SectionLink id="failures" text="Why attempts fail" onOpen={() => setCounting(true)} />
      </p>
      <StageNote stage={readStages(environment?.settings_schema)?.defaultName} />
      <TaskTable {...{ tasks, env, split }} />
      {tasks.length === 0 && <p class="quiet">No task of this split is of this level.</p>}
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
      <CommonFailures
        query={{ ...{ env, split, condition: 'clean' }, ...withLevel }}
        env={env}
        isWanted={isCounting}
        count={() => setCounting(true)}
      />
    </div>
  )
}

function TaskTable({
  tasks,
  env,
  split,
}: {
  readonly tasks: readonly Task[]
  readonly env: string
  readonly split: string
}): JSX.Element {
  const stats = useTaskStats(
    env,
    tasks.map(({ id }) => String(id)),
  ).data
  return (
    <div>
      <table class="plain big one-line">
        <TableHead names={COLUMNS} />
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
  )
}

/** Explains that the description of a task is of one stage. At other stages the goals differ. */
function StageNote({ stage }: { readonly stage: string | undefined }): JSX.Element | null {
  if (stage === undefined) return null
  return (
    <p class="quiet">
      The column <b>about</b> describes a task at the stage <code>{stage}</code>, where
      <b> play</b> begins. Other stages ask for other things; results count episodes of all stages.
    </p>
  )
}

function NumberFilter({
  name,
  value,
  onChange,
}: {
  readonly name: string
  readonly value: number | undefined
  readonly onChange: (given: string) => void
}): JSX.Element {
  return (
    <label class="inline">
      {name}{' '}
      <CommittedInput type="number" min={0} value={String(value ?? '')} onCommit={onChange} />
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
      <td class="mono">
        <a href={`/tasks/${pathSegment(env)}/${pathSegment(split)}/${pathSegment(id)}`}>
          <PlainText text={id} />
        </a>
      </td>
      <td>{String(task.difficulty ?? '–')}</td>
      <td class="prose">
        <TruncatedText text={taskDescription(task)} charactersMax={200} />
      </td>
      <td>
        <a href={`/live?${query}&task=${encodeURIComponent(id)}`}>
          {stats === undefined ? '…' : formatCount(stats.episodes)}
        </a>
      </td>
      <td>{formatSuccess(stats, 'clean')}</td>
      <td>{formatSuccess(stats, 'guided')}</td>
      <td>
        <a href={`/play?${query}&split=${encodeURIComponent(split)}&index=${String(task.index)}`}>
          play
        </a>
      </td>
    </tr>
  )
}
