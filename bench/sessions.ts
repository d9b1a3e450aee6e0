import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { startChild } from './support/child.ts'
import { quantile } from './support/quantile.ts'
import { jsonReport, machine, printRow } from './support/report.ts'
import { row } from './support/row.ts'
import { scratchFolder } from './support/scratch.ts'

/**
 * Many short sessions at once: connect, open an episode, play one step whose tool waits for a
 * second, close. Measures how many succeed, and the time from the start of all to the end of each.
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2048' },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const sockets = Number(values.sockets)
const WAIT_MS = 1_000
const DEADLINE_MS = 60_000

/** Times of one session, in milliseconds since the start of all. */
interface Session {
  readonly connectedMs: number
  readonly openedMs: number
  readonly steppedMs: number
  readonly closedMs: number
}

async function playSession(url: string, index: number, startMs: number): Promise<Session> {
  const address = `${url.replace(/^http/, 'ws')}/v1/ws`
  const socket = new WebSocket(address, ['backchannel.v1'], { perMessageDeflate: false })
  let failed: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    failed = reject
  })
  broken.catch(() => undefined)
  socket.once('error', failed)
  socket.once('close', () => failed(new Error('closed')))
  const timer = setTimeout(() => failed(new Error('too slow')), DEADLINE_MS)
  const call = async (method: string, params: object): Promise<{ episode_id: string }> => {
    const reply = new Promise<string>((resolve) =>
      socket.once('message', (data) => resolve(String(data))),
    )
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const answer = JSON.parse(await Promise.race([reply, broken])) as {
      result?: { episode_id: string }
      error?: { message: string }
    }
    if (answer.result === undefined) throw new Error(answer.error?.message)
    return answer.result
  }
  const elapsedMs = (): number => performance.now() - startMs
  try {
    await Promise.race([new Promise((resolve) => socket.once('open', resolve)), broken])
    const connectedMs = elapsedMs()
    const task = { env: 'mock-v1', split: 'train', index: index % 1_000 }
    const { episode_id } = await call('episode.open', task)
    const openedMs = elapsedMs()
    const wait = { name: 'read_code', arguments: { milliseconds: WAIT_MS } }
    const tool_calls = [{ id: 'a', type: 'function', function: wait }]
    await call('episode.step', { episode_id, seq: 1, action: { tool_calls } })
    const steppedMs = elapsedMs()
    await call('episode.close', { episode_id })
    return { connectedMs, openedMs, steppedMs, closedMs: elapsedMs() }
  } finally {
    clearTimeout(timer)
    socket.terminate()
  }
}

const scratch = scratchFolder()
const server = await startChild(new URL('./support/server-process.ts', import.meta.url), {
  db: scratch.file('sessions.db'),
})
const usageBefore = await server.usage()
const startMs = performance.now()
const outcomes = await Promise.allSettled(
  Array.from({ length: sockets }, (_, at) => playSession(server.url, at, startMs)),
)
const seconds = (performance.now() - startMs) / 1000
const usageAfter = await server.usage()
const finishedSessions = outcomes.flatMap((outcome) =>
  outcome.status === 'fulfilled' ? [outcome.value] : [],
)
const of = (pick: (session: Session) => number) => finishedSessions.map(pick)
const share = finishedSessions.length / sockets
const sessionRow = row({
  name: `${sockets} sessions at once`,
  figures: {
    success_share: share,
    p50_ms: quantile(
      of((one) => one.closedMs),
      0.5,
    ),
    p99_ms: quantile(
      of((one) => one.closedMs),
      0.99,
    ),
    connect_p50_ms: quantile(
      of((one) => one.connectedMs),
      0.5,
    ),
    step_p50_ms: quantile(
      of((one) => one.steppedMs - one.openedMs),
      0.5,
    ),
    step_p99_ms: quantile(
      of((one) => one.steppedMs - one.openedMs),
      0.99,
    ),
    sessions_per_second: finishedSessions.length / seconds,
    cpu_us_per_session: (usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / sockets,
  },
  gate: { what: 'share of sessions that succeed', value: share, goal: 1, better: 'more' },
  note: `connect, open, one step that waits ${WAIT_MS} ms, close; times from the start of all`,
})
if (values.json) console.log(jsonReport([sessionRow]))
else {
  console.log(machine())
  printRow(sessionRow)
}
const first = outcomes.find((outcome) => outcome.status === 'rejected')
if (first?.status === 'rejected') console.error(`first failure: ${first.reason}`)
await server.stop()
scratch.remove()
if (values.check && share < 1) process.exitCode = 1
