import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { callServer } from '../../data/api.ts'
import { formatCount } from '../../data/format.ts'
import { LoadingPage } from '../../parts/states.tsx'
import { pathSegment } from '../../state/fields.ts'

/** The environments of this server, with their splits. */
export function TasksPage(): JSX.Element {
  const { data, error } = useQuery({
    queryKey: ['environments'],
    queryFn: () => callServer('GET /v1/environments', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    document.title = 'Tasks · Backchannel'
  }, [])
  if (data === undefined) return <LoadingPage error={error} />
  return (
    <div class="page">
      <h1>Environments and tasks</h1>
      {data.map(({ env, title, description, splits }) => (
        <section class="card" key={env}>
          <h2>
            <a href={`/tasks/${pathSegment(env)}`}>{title}</a> <code>{env}</code>
          </h2>
          <p>{description}</p>
          <p class="links">
            {splits.map(({ name, count: tasks }) => (
              <a key={name} class="btn" href={`/tasks/${pathSegment(env)}/${pathSegment(name)}`}>
                {name} · {tasks === null ? 'unlimited' : formatCount(tasks)}
              </a>
            ))}
            <a class="btn" href={`/tasks/${pathSegment(env)}`}>
              Details
            </a>
            <a class="btn primary" href={`/play?env=${encodeURIComponent(env)}`}>
              Play
            </a>
          </p>
        </section>
      ))}
    </div>
  )
}
