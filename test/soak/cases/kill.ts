import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RandomStream, stream } from '../../../src/sim/random.ts'
import type { SoakCase, SoakOptions } from '../soak-case.ts'
import { checkFinished, checkStored } from '../support/check-store.ts'
import { dropRow } from '../support/drop-row.ts'
import type { Play } from '../support/play.ts'
import { Players } from '../support/players.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { storiesOf } from '../support/twins.ts'

/** How much is played. */
export interface KillSize {
  /** Different ones; left out, as many as the other cases play. */
  readonly stories?: number
  readonly kills: number
  readonly sockets: number
  readonly playsPerSocket: number
  /** Spoils the file while the server is down: the canary, by which the case shows it can fail. */
  readonly spoil?: (db: string, plays: readonly Play[]) => void
}

const SMOKE: KillSize = { kills: 6, sockets: 8, playsPerSocket: 40 }
const FULL: KillSize = { ...SMOKE, kills: 50 }

/** `kill -9` under load, again and again: nothing acknowledged is lost, every episode goes on. */
export const killCase: SoakCase = {
  name: 'kill',
  run: (options) => {
    const size = options.full ? FULL : SMOKE
    return playThroughKills(options, options.canary ? { ...size, spoil: dropRow } : size)
  },
}

/**
 * Plays while the server is killed and started again on the same file.
 *
 * @throws Error saying what was lost, doubled or different
 */
export async function playThroughKills(options: SoakOptions, size: KillSize): Promise<string> {
  const { seed, folder } = options
  const db = join(folder, 'killed.db')
  const stories = await storiesOf(seed, size.stories)
  const players = new Players({ ...size, stories, seed })
  const random = stream(seed, 0, 'kills')
  let checked = 0
  let unacknowledged = 0
  let fewest = Number.POSITIVE_INFINITY
  const unchecked = () => [...players.finished.slice(checked), ...players.current]
  const check = async (): Promise<void> => {
    const plays = unchecked()
    checked = players.finished.length
    unacknowledged += (await checkStored(db, plays)).unacknowledged
  }
  for (let kill = 0; kill < size.kills; kill++) {
    const server = await startServer({ db })
    await check()
    await playUntilKilled(server, players, random)
    fewest = Math.min(fewest, players.open)
    size.spoil?.(db, unchecked())
  }
  const server = await startServer({ db })
  await check()
  players.endSoon()
  await players.play(server.url)
  const code = await server.stop()
  if (code !== 0) throw new Error(`the last server ended with ${code}`)
  const rows = await checkFinished(db, players.finished)
  const calls = `${players.acknowledged} calls acknowledged, ${unacknowledged} stored but not told`
  const kills = `${size.kills} kills under at least ${fewest} episodes`
  return `${kills}, ${calls}, ${rows} rows as the twin's`
}

async function playUntilKilled(
  server: ServerProcess,
  players: Players,
  random: RandomStream,
): Promise<void> {
  // Most kills fall into full load, some into the resuming before it.
  const isEarly = random.chance(0.2)
  const pauseMs = random.integer(5, 600)
  let begin = (): void => {}
  const underLoad = new Promise<void>((resolve) => {
    begin = resolve
  })
  const playing = players.play(server.url, begin)
  let failed = false
  playing.catch(() => {
    failed = true
    begin()
  })
  if (!isEarly || players.open === 0) {
    await underLoad
    // The first episodes take a moment to open.
    const most = players.current.length
    while (players.open < 0.7 * most && !failed) await sleep(5)
  }
  await sleep(pauseMs)
  await server.kill()
  await playing
  if (server.errors.length > 0) throw new Error(`the server logged ${server.errors[0]}`)
}
