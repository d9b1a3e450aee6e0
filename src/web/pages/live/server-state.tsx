import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren, JSX } from 'preact'
import { callServer } from '../../data/api.ts'
import { pollUntil } from '../../data/follow.ts'
import { formatBytes, formatCount, formatDuration } from '../../data/format.ts'

const POLL_MS = 3_000

/** The server's state, for admins: store, queue, open work, and limits. */
export function ServerState(): JSX.Element | null {
  const { data } = useQuery({
    queryKey: ['server status'],
    queryFn: () => callServer('GET /v1/status', {}),
    // The server refuses callers who are not admins, so do not ask again.
    refetchInterval: pollUntil(POLL_MS),
    retry: false,
  })
  if (data === undefined) return null
  const { store, open_episodes: open, limits } = data
  return (
    <section class="server-state" aria-label="The server">
      <Fact name="store">
        <span title={store.location}>{formatBytes(store.bytes)}</span>
      </Fact>
      <Fact name="commit p50, p99">
        {milliseconds(store.commit_p50_ms)}, {milliseconds(store.commit_p99_ms)}
      </Fact>
      <Fact name="event loop p99">{milliseconds(data.loop_delay_p99_ms)}</Fact>
      <Fact name="open">
        {open.exact ? '' : 'more than '}
        {formatCount(open.count)}
      </Fact>
      <Fact name="effects in progress">{formatCount(data.effects_under_way)}</Fact>
      <Fact name="waiting for a group">{formatCount(data.group_waiting)}</Fact>
      {limits.map(({ name, used, max }) => (
        <Fact key={name} name={name.replace('store_bytes', 'disk used / limit')}>
          <LimitUse name={name} used={used} max={max} />
        </Fact>
      ))}
      <Fact name="uptime">{formatDuration(data.uptime_ms)}</Fact>
      <Fact name="version">{data.version}</Fact>
    </section>
  )
}

const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(1) : formatCount(value)} ms`

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <span>
      {name} <b>{children}</b>
    </span>
  )
}

const NEARLY_FULL_SHARE = 0.9

/** The use of a limit. Near the limit, color and text warn. */
function LimitUse({ name, used, max }: { readonly name: string; used: number; max: number }) {
  const text = name.endsWith('bytes') ? formatBytes : formatCount
  if (max === 0) return <>{text(used)}, no limit</>
  const isFull = used > NEARLY_FULL_SHARE * max
  return (
    <span class={isFull ? 'change down' : ''}>
      {text(used)} / {text(max)}
      {isFull && ', nearly full'}
    </span>
  )
}
