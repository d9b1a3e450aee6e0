import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPinnedDatabase } from '../../../src/store/sqlite/pinned-database.ts'
import type { SoakCase, SoakOptions } from '../soak-case.ts'
import { checkFinished, checkStored } from '../support/check-store.ts'
import { Players } from '../support/players.ts'
import { RawSocket } from '../support/raw-socket.ts'
import { startServer } from '../support/server-process.ts'
import { storiesOf } from '../support/twins.ts'

const SHORT_MS = 1_000
/** Longer than a store waits for a lock. */
const LONG_MS = 6_500
const ANSWER_MS_MAX = 100
const LOOK_MS = 10
/** A hundred steps take half a second; the machine may be busy. */
const GO_ON_MS_MAX = 30_000

/** A database that another process locks: short locks are waited for, long ones told and borne. */
export const lockedCase: SoakCase = {
  name: 'locked',
  async run(options) {
    const { seed, folder } = options
    const db = join(folder, 'locked.db')
    const stories = await storiesOf(seed)
    const server = await startServer({ db })
    const retriedFaults = new Set(['store/unavailable'])
    const crowd = { stories, seed, sockets: 6, playsPerSocket: 40, retriedFaults, pauseMsMax: 20 }
    const players = new Players(crowd)
    const playing = players.play(server.url)
    const said = await Promise.race([
      lockTwice(db, server.url, players, options),
      playing.then(() => 'the players stopped'),
    ])
    players.endSoon()
    await playing
    const code = await server.stop()
    if (code !== 0) throw new Error(`the server ended with ${code}`)
    const rows = await checkFinished(db, players.finished)
    return `${said}, ${rows} rows as the twin's`
  },
}

async function lockTwice(
  db: string,
  url: string,
  players: Players,
  { full }: SoakOptions,
): Promise<string> {
  await sleep(500)
  const shorts = full ? 10 : 2
  const times: number[] = []
  for (let time = 0; time < shorts; time++) {
    times.push(...(await lock(db, url, players, SHORT_MS)))
    await sleep(300)
  }
  if (players.faults.size > 0) throw new Error('a lock of a second was not waited for')
  times.push(...(await lock(db, url, players, LONG_MS)))
  const medianMs = medianOf(times)
  if (medianMs > ANSWER_MS_MAX) throw new Error(`env.list took ${Math.round(medianMs)} ms`)
  const refused = (): number => players.faults.get('store/unavailable') ?? 0
  // Calls in a batch are answered together, when the last of them has been tried again.
  await until(() => refused() > 0, 'nobody was told of a lock beyond the deadline')
  const before = players.acknowledged
  await until(() => players.acknowledged >= before + 100, 'the players do not go on')
  const locks = `${shorts} locks of ${SHORT_MS} ms and one of ${LONG_MS} ms`
  return `${locks}, ${refused()} refused, others answered in ${medianMs.toFixed(1)} ms`
}

async function until(isSo: () => boolean, complaint: string): Promise<void> {
  const endMs = performance.now() + GO_ON_MS_MAX
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(complaint)
    await sleep(LOOK_MS)
  }
}

/** A busy machine makes some slow, a server that waits for a lock on its event loop all of them. */
const medianOf = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[times.length >> 1] as number

/**
 * Holds the write lock for a time, and looks meanwhile whether other calls are answered.
 *
 * @returns the time that each took, in milliseconds
 */
async function lock(db: string, url: string, players: Players, forMs: number): Promise<number[]> {
  const socket = await RawSocket.connect(url)
  const other = openPinnedDatabase(db, { timeout: 2_000 })
  other.exec('BEGIN IMMEDIATE')
  const times: number[] = []
  const untilMs = performance.now() + forMs
  while (performance.now() < untilMs) {
    const startedMs = performance.now()
    await socket.result('env.list', {})
    times.push(performance.now() - startedMs)
    await sleep(LOOK_MS)
  }
  // Nothing can have been stored since the lock was taken: what was told must have been before.
  // On a busy machine the look takes seconds, which would make a short lock a long one.
  if (forMs === LONG_MS) await checkStored(db, [...players.finished, ...players.current])
  other.exec('COMMIT')
  other.close()
  await socket.close()
  return times
}
