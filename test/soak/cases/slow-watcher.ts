import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakCase } from '../soak-case.ts'
import { bulkyTurn, openBox } from '../support/ballast.ts'
import { RawSocket } from '../support/raw-socket.ts'
import { startServer } from '../support/server-process.ts'
import { WatchLog } from '../support/watch-log.ts'

const EPISODES = 40
const STEPS = 18
/** Three bytes each, so that rows are large: 40 episodes are more than kernels buffer. */
const CHARACTERS = 9_900
const LETTER = '\u4e16'
const PAUSE_BYTES = 65_536
const CLOSE_BYTES_LOW = 2 * PAUSE_BYTES
const CLOSE_BYTES_HIGH = 33_554_432
const POLICY = 1008
const ABNORMAL = 1006

/** A reader that does not read: it is told where to go on, or closed, and nobody else notices. */
export const slowWatcherCase: SoakCase = {
  name: 'slow-watcher',
  async run({ folder, full }) {
    const said: string[] = []
    for (let round = 0; round < (full ? 5 : 1); round++) {
      said.push(await watchSlowly(join(folder, `lagged-${round}.db`), CLOSE_BYTES_HIGH))
      said.push(await watchSlowly(join(folder, `closed-${round}.db`), CLOSE_BYTES_LOW))
    }
    return said.slice(0, 2).join('; ')
  },
}

/** Watches episodes, stops reading while they are played, then catches up. */
async function watchSlowly(db: string, closeBytes: number): Promise<string> {
  const config = `${db}.yaml`
  const bytes = `backlog_pause_bytes: ${PAUSE_BYTES}\n  backlog_close_bytes: ${closeBytes}`
  writeFileSync(config, `limits:\n  ${bytes}\n`)
  const server = await startServer({ db, config })
  const player = await RawSocket.connect(server.url)
  const slow = await RawSocket.connect(server.url)
  const boxes = await Promise.all(
    Array.from({ length: EPISODES }, (_, index) => openBox(player, index)),
  )
  const alone = await playAll(player, boxes, 1, 5)
  const log = new WatchLog(STEPS + 2)
  await log.watch(slow, boxes)
  slow.socket.pause()
  const beside = await playAll(player, boxes, 6, STEPS)
  await Promise.all(boxes.map((episode_id) => player.result('episode.close', { episode_id })))
  // Twice as slow would be felt; the rows that go out cost the server a little.
  if (beside.quartile > 2 * alone.quartile + 5) {
    const [now, before] = [beside.quartile, alone.quartile].map(Math.round)
    throw new Error(`beside a slow reader steps took ${now} ms, ${before} ms before`)
  }
  const stopped = await catchUp(server.url, slow, log, boxes, closeBytes < CLOSE_BYTES_HIGH)
  log.mustBeComplete(boxes)
  await player.close()
  const code = await server.stop()
  if (code !== 0 || server.errors.length > 0) throw new Error(`exit ${code}: ${server.errors[0]}`)
  const [now, before] = [beside, alone].map(({ quartile }) => quartile.toFixed(1))
  const times = `steps ${before} ms alone, ${now} ms beside`
  return `${stopped}, ${log.rows} rows without gap or repetition, ${times}`
}

/** Reads again, goes on where each watch was stopped, and says what the server had done. */
async function catchUp(
  url: string,
  slow: RawSocket,
  log: WatchLog,
  boxes: readonly string[],
  mustClose: boolean,
): Promise<string> {
  if (mustClose) {
    // The server gives a slow reader a second to take note of the close.
    await sleep(1_500)
    slow.socket.resume()
    const code = await slow.closed
    if (code !== POLICY && code !== ABNORMAL) throw new Error(`the reader was closed with ${code}`)
    const again = await RawSocket.connect(url)
    await log.watch(again, boxes)
    await log.complete()
    await again.close()
    return `closed with ${code}`
  }
  slow.socket.resume()
  await log.quiet()
  const lagged = log.lagged.size
  if (lagged === 0) throw new Error('no watch was stopped, though nobody read')
  await log.watch(slow, [...log.lagged.keys()])
  await log.complete()
  await slow.close()
  return `${lagged} watches stopped`
}

/**
 * Plays steps in all episodes, one after the other in each; answers the first quartile of their
 * times, which other work on the machine changes less than the median.
 */
async function playAll(
  socket: RawSocket,
  boxes: readonly string[],
  from: number,
  to: number,
): Promise<{ readonly quartile: number }> {
  const times: number[] = []
  for (let seq = from; seq <= to; seq++) {
    for (const episode_id of boxes) {
      const startedMs = performance.now()
      const action = bulkyTurn(CHARACTERS, LETTER)
      await socket.result('episode.step', { episode_id, seq, action })
      times.push(performance.now() - startedMs)
    }
  }
  times.sort((left, right) => left - right)
  return { quartile: times[times.length >> 2] as number }
}
