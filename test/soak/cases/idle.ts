import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakCase } from '../soak-case.ts'
import { checkFinished, checkStored } from '../support/check-store.ts'
import { Players } from '../support/players.ts'
import { startServer } from '../support/server-process.ts'
import { storiesOf } from '../support/twins.ts'

const SESSIONS_MAX = 50
const IDLE_MS = 1_000
/** The sweep over idle sessions comes every five seconds; a loaded machine is late for it. */
const REST_MS = 40_000

/** Far more episodes than fit into memory: they leave it and come back all the time. */
export const idleCase: SoakCase = {
  name: 'idle',
  async run({ seed, folder, full }) {
    const db = join(folder, 'idle.db')
    const config = join(folder, 'config.yaml')
    writeFileSync(config, `limits:\n  sessions_max: ${SESSIONS_MAX}\n  idle_ms: ${IDLE_MS}\n`)
    const stories = await storiesOf(seed)
    const server = await startServer({ db, config })
    const retriedFaults = new Set(['capacity/episodes'])
    const players = new Players({ stories, seed, sockets: 10, playsPerSocket: 40, retriedFaults })
    const most = { sessions: 0 }
    for (let rest = 0; rest < (full ? 5 : 1); rest++) {
      const playing = players.play(server.url)
      for (let look = 0; look < 6; look++) {
        await Promise.race([sleep(200), playing])
        most.sessions = Math.max(most.sessions, await gauge(server.url, 'backchannel_sessions'))
      }
      players.drop()
      await playing
      await untilEmpty(server.url)
      await checkStored(db, [...players.finished, ...players.current])
    }
    players.endSoon()
    await players.play(server.url)
    const loaded = await gauge(server.url, 'backchannel_episodes_loaded_total')
    const code = await server.stop()
    if (code !== 0 || server.errors.length > 0) throw new Error(`exit ${code}: ${server.errors[0]}`)
    if (most.sessions > SESSIONS_MAX) throw new Error(`${most.sessions} episodes were in memory`)
    const rows = await checkFinished(db, players.finished)
    const refused = players.faults.get('capacity/episodes') ?? 0
    const memory = `at most ${most.sessions} in memory, ${loaded} loaded again, ${refused} put off`
    return `400 plays at once, ${memory}, ${rows} rows as the twin's`
  },
}

/** Waits until no episode is left in memory. */
async function untilEmpty(url: string): Promise<void> {
  const deadlineMs = performance.now() + REST_MS
  for (;;) {
    const left = await gauge(url, 'backchannel_sessions')
    if (left === 0) return
    if (performance.now() > deadlineMs) throw new Error(`${left} idle episodes are still in memory`)
    await sleep(250)
  }
}

/** A number of the metrics page. */
async function gauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`the metrics do not have ${name}`)
  return Number(value)
}
