import { LOCAL } from '../../src/server/principal.ts'
import { type FuzzServer, socketCount } from './fuzz-server.ts'
import type { Judge } from './judge.ts'

const PATIENCE_MS = 10_000
const PAGE = 500

/** Waits until a condition holds, for a while. */
async function eventually(condition: () => Promise<boolean> | boolean): Promise<boolean> {
  const untilMs = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > untilMs) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}

/**
 * Looks at a server after its attackers are gone: no socket and no busy episode is left, every
 * stored episode is whole and plays as recorded. Answers how many there are.
 */
export async function aftermath(target: FuzzServer, judge: Judge): Promise<number> {
  const { core } = target.server.host
  if (!(await eventually(async () => (await socketCount(target)) === 0))) {
    judge.complain(`${await socketCount(target)} sockets are left`)
  }
  if (!(await eventually(() => core.sessions.busy().length === 0))) {
    const ids = core.sessions.busy().map(({ id }) => id)
    judge.complain(`${ids.length} episodes are stuck: ${ids.slice(0, 3).join(', ')}`)
  }
  core.sessions.dropIdle(0)
  const { problems } = await core.store.check()
  for (const problem of problems.slice(0, 5)) judge.complain(`the store: ${problem}`)
  return replayAll(target, judge)
}

async function replayAll({ server: { host } }: FuzzServer, judge: Judge): Promise<number> {
  let count = 0
  let after: string | undefined
  for (;;) {
    const filter = after === undefined ? { limit: PAGE } : { limit: PAGE, after }
    const { episodes, next } = await host.core.store.list(filter)
    for (const { episode, environment } of episodes) {
      const { verdict, reason } = await host.checkReplay(LOCAL, episode)
      if (verdict !== 'verified') {
        judge.complain(`episode ${episode} of ${environment} is ${verdict}: ${reason}`)
      }
    }
    count += episodes.length
    if (next === null) return count
    after = next
  }
}
