import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api.ts'
import { useEnvironment } from '../../data/episode-queries.ts'
import { count } from '../../data/format.ts'
import { Chip } from '../../parts/chips.tsx'
import { FaultBox, Skeleton } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { segment, whole } from '../../state/fields.ts'

const FIELDS = { level: whole(undefined) }

/** The environments of this server, with their splits. */
export function TasksPage(): JSX.Element {
  const { data, error } = useQuery({
    queryKey: ['environments'],
    queryFn: () => call('GET /v1/environments', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    document.title = 'Tasks · Backchannel'
  }, [])
  if (data === undefined) return error === null ? <Skeleton /> : <FaultBox error={error} />
  return (
    <div class="page">
      <h1>Environments and tasks</h1>
      {data.map((environment) => (
        <section class="card" key={environment.env}>
          <h2>
            {environment.title} <code>{environment.env}</code>
          </h2>
          <p>{environment.description}</p>
          <p class="links">
            {environment.splits.map(({ name, count: tasks }) => (
              <a
                key={name}
                class="btn"
                href={`/tasks/${segment(environment.env)}/${segment(name)}`}
              >
                {name} · {tasks === null ? 'without end' : count(tasks)}
              </a>
            ))}
            <a class="btn primary" href={`/play?env=${environment.env}`}>
              Play
            </a>
          </p>
        </section>
      ))}
    </div>
  )
}

/** What a task is about, in a line. */
const aboutOf = (task: Readonly<Record<string, unknown>>): string => {
  const found = [task.goal, task.question, task.statement, task.problem].find(
    (value) => typeof value === 'string',
  )
  return String(found ?? '').slice(0, 200)
}

/** The tasks of a split, one click from being played. */
export function SplitPage({ env = '', split = '' }): JSX.Element {
  const [{ level }, setFields] = useFields(FIELDS)
  const environment = useEnvironment(env).data
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['tasks', env, split, level],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      call('GET /v1/environments/{env}/tasks', {
        ...{ env, split, from: pageParam, limit: 100 },
        ...(level === undefined ? {} : { difficulty: level }),
      }),
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    document.title = `${env} ${split} · Tasks · Backchannel`
  }, [env, split])
  if (data === undefined) return error === null ? <Skeleton /> : <FaultBox error={error} />
  return (
    <div class="page">
      <nav class="crumb" aria-label="Where it belongs">
        <a href="/tasks">Tasks</a>
      </nav>
      <h1>
        {environment?.title ?? env} <Chip>{split}</Chip>
      </h1>
      <label class="inline">
        level{' '}
        <input
          class="field-in"
          type="number"
          min={0}
          value={level ?? ''}
          onChange={(event) => setFields({ level: FIELDS.level.read(event.currentTarget.value) })}
        />
      </label>
      <table class="plain big">
        <thead>
          <tr>
            {['task', 'level', 'about', 'episodes', 'play'].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.pages
            .flatMap(({ tasks }) => tasks)
            .map((task) => (
              <TaskRow key={String(task.id)} {...{ task, env, split }} />
            ))}
        </tbody>
      </table>
      {hasNextPage && (
        <button type="button" class="btn" onClick={() => void fetchNextPage()}>
          More
        </button>
      )}
    </div>
  )
}

function TaskRow({
  task,
  env,
  split,
}: {
  readonly task: Readonly<Record<string, unknown>>
  readonly env: string
  readonly split: string
}): JSX.Element {
  return (
    <tr>
      <td class="m">
        <Plain text={String(task.id)} />
      </td>
      <td>{String(task.difficulty ?? '–')}</td>
      <td>
        <Plain text={aboutOf(task)} />
      </td>
      <td>
        <a href={`/live?env=${env}&task=${encodeURIComponent(String(task.id))}`}>episodes</a>
      </td>
      <td>
        <a href={`/play?env=${env}&split=${split}&index=${String(task.index)}`}>play</a>
      </td>
    </tr>
  )
}
