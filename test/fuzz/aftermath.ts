import { LOCAL } from '../../src/server/principal.ts'
import type { RunningServer } from '../../src/server/serve.ts'
import { RpcSocket } from '../support/rpc-socket.ts'
import { LIMITS, TOKENS } from './arena.ts'
import { socketLine } from './callers.ts'
import type { Findings } from './findings.ts'

const WHERE = 'aftermath'
const SETTLE_MS = 8_000

const pause = (delayMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs))

/** Waits until something holds, and says whether it did in time. */
async function eventually(holds: () => Promise<boolean> | boolean): Promise<boolean> {
  const until = Date.now() + SETTLE_MS
  while (!(await holds())) {
    if (Date.now() > until) return false
    await pause(20)
  }
  return true
}

async function socketCount(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${TOKENS.admin}` }
  const page = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(/^backchannel_sockets (\d+)$/m.exec(page)?.[1] ?? -1)
}

/** Checks what must hold on a server when everybody has left. */
export async function checkAftermath(server: RunningServer, findings: Findings): Promise<number> {
  const { url, host } = server
  const { sessions } = host.core
  if (!(await eventually(async () => (await socketCount(url)) === 0))) {
    findings.add(WHERE, 'sockets are left', await socketCount(url))
  }
  if (!(await eventually(() => sessions.busy().length === 0))) {
    findings.add(WHERE, 'sessions stay busy', sessions.busy().length)
  }
  if (sessions.size > LIMITS.sessions_max) findings.add(WHERE, 'too many sessions', sessions.size)
  const internal = host.metrics.faults.get('server/internal') ?? 0
  if (internal > 0) findings.add(WHERE, 'server/internal was counted', internal)
  await checkTallies(url, findings)
  await eventually(async () => (await socketCount(url)) === 0)
  await checkCalls(url, findings)
  return checkLogs(server, findings)
}

/** All that a principal may have at once must be free again, and no more than that. */
async function checkTallies(url: string, findings: Findings): Promise<void> {
  const lines = []
  try {
    for (let count = 0; count < LIMITS.sockets_per_principal_max; count++) {
      lines.push(await socketLine(url, TOKENS.mallory))
    }
  } catch (error) {
    findings.add(WHERE, 'sockets are still counted', `${lines.length}: ${String(error)}`)
  }
  const over = await socketLine(url, TOKENS.mallory).catch(() => undefined)
  if (over !== undefined) findings.add(WHERE, 'more sockets than allowed')
  const [line] = lines
  if (line !== undefined) {
    try {
      for (let index = 0; index < LIMITS.watches_per_principal_max; index++) {
        const open = { env: 'mock-v1', split: 'val', index }
        const { episode_id } = (await line.call('episode.open', open)) as { episode_id: string }
        await line.call('episode.watch', { episode_id })
      }
    } catch (error) {
      findings.add(WHERE, 'calls or watches are still counted', String(error))
    }
  }
  await Promise.all([...lines, ...(over === undefined ? [] : [over])].map((each) => each.close()))
}

/** A step that waits for a timer, so that the others of its batch begin before it is over. */
const READ_CODE = {
  tool_calls: [
    {
      ...{ id: 'a', type: 'function' },
      function: { name: 'read_code', arguments: { milliseconds: 1_500 } },
    },
  ],
}

/** A batch of exactly as many slow calls as may be under way, then of one more. */
async function checkCalls(url: string, findings: Findings): Promise<void> {
  const { in_flight_per_principal_max: most } = LIMITS
  const refused = async (count: number): Promise<number> => {
    const rpc = await RpcSocket.connect(url, { authorization: `Bearer ${TOKENS.mallory}` })
    const steps: object[] = []
    for (let id = 0; id < count; id++) {
      const open = { env: 'mock-v1', split: 'train', index: id }
      const { episode_id } = await rpc.call<{ episode_id: string }>('episode.open', open)
      const params = { episode_id, action: READ_CODE }
      steps.push({ jsonrpc: '2.0', id: `step ${id}`, method: 'episode.step', params })
    }
    const answers = (await rpc.raw(JSON.stringify(steps))) as object[]
    await rpc.close()
    return answers.filter((answer) => 'error' in answer).length
  }
  if ((await refused(most)) !== 0) findings.add(WHERE, 'calls are still counted')
  if ((await refused(most + 1)) !== 1) findings.add(WHERE, 'the limit of calls does not hold')
}

/** Everything stored must be whole and play again as recorded. Gives the number of episodes. */
async function checkLogs({ host }: RunningServer, findings: Findings): Promise<number> {
  const { store } = host.core
  const report = await store.check()
  for (const problem of report.problems) findings.add(WHERE, 'the store has a defect', problem)
  let after: string | undefined
  let count = 0
  do {
    const page = await store.log.list({ limit: 200, ...(after === undefined ? {} : { after }) })
    for (const { episode } of page.episodes) {
      const replayed = await host.call('episode.replay', LOCAL, { episode_id: episode })
      if (replayed.verdict !== 'verified')
        findings.add(WHERE, `a log is ${replayed.verdict}`, replayed)
      count += 1
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return count
}
