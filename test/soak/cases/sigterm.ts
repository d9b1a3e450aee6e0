import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoakCase, SoakOptions } from '../soak-case.ts'
import { openBox } from '../support/ballast.ts'
import { checkFinished, checkStored } from '../support/check-store.ts'
import { Players } from '../support/players.ts'
import { type Answer, RawSocket } from '../support/raw-socket.ts'
import { startServer } from '../support/server-process.ts'
import type { Story } from '../support/story.ts'
import { storiesOf } from '../support/twins.ts'

const DRAIN_MS = 2_500
const SLOW_MS = 1_000
const HUNG_MS = 50_000
const GOING_AWAY = 1001

/** SIGTERM under load: what is under way is finished and answered, then the server goes. */
export const sigtermCase: SoakCase = {
  name: 'sigterm',
  async run(options) {
    const { seed, folder, full } = options
    const stories = await storiesOf(seed)
    const config = join(folder, 'config.yaml')
    writeFileSync(config, `limits:\n  drain_ms: ${DRAIN_MS}\n`)
    const said: string[] = []
    for (let round = 0; round < (full ? 10 : 1); round++) {
      const db = join(folder, `stopped-${round}.db`)
      said.push(await stopUnderLoad({ ...options, seed: seed + round }, db, config, stories))
    }
    return `${said.length} stops: ${said[0]}; ${await stopHung(join(folder, 'hung.db'), config)}`
  },
}

async function stopUnderLoad(
  { seed }: SoakOptions,
  db: string,
  config: string,
  stories: readonly Story[],
): Promise<string> {
  const server = await startServer({ db, config })
  const retriedFaults = new Set(['server/draining'])
  const players = new Players({ stories, seed, sockets: 6, playsPerSocket: 40, retriedFaults })
  const socket = await RawSocket.connect(server.url)
  const box = await openBox(socket, 0)
  const playing = players.play(server.url)
  await sleep(600)
  const slow = read(socket, box, SLOW_MS)
  // Frames of a socket are taken in order: once the next is answered, the slow step is under way.
  await socket.call({ method: 'env.list', params: {} })
  const stopping = server.stop()
  await sleep(200)
  const late = await socket.call({ method: 'env.list', params: {} })
  const refused = await socket.call({ method: 'episode.resume', params: { episode_id: box } })
  if (refused.fault !== 'server/draining') {
    throw new Error(`a call after SIGTERM got ${refused.fault ?? 'an answer'}`)
  }
  if (late.fault !== undefined && late.fault !== 'server/draining') throw new Error(late.fault)
  const answer = await slow
  if (answer.fault !== undefined) throw new Error(`the slow step got ${answer.fault}`)
  await playing
  const codes = new Set([...players.closingCodes, await socket.closed])
  const exit = await stopping
  if (exit !== 0 || server.errors.length > 0) throw new Error(`exit ${exit}: ${server.errors[0]}`)
  if (codes.size !== 1 || !codes.has(GOING_AWAY)) throw new Error(`closed with ${[...codes]}`)
  const { all, unacknowledged } = await checkStored(db, [...players.finished, ...players.current])
  if (unacknowledged > 0) throw new Error(`${unacknowledged} steps were stored and not answered`)
  const again = await startServer({ db, config })
  players.endSoon()
  await players.play(again.url)
  await again.stop()
  await checkFinished(db, players.finished, 1)
  const faults = players.faults.get('server/draining') ?? 0
  return `${all} rows, all answered, ${faults} calls refused, sockets closed with ${GOING_AWAY}`
}

/** A step whose effect outlasts the drain must not hold the server up. */
async function stopHung(db: string, config: string): Promise<string> {
  const server = await startServer({ db, config })
  const socket = await RawSocket.connect(server.url)
  const box = await openBox(socket, 0)
  const hung = read(socket, box, HUNG_MS).catch(() => undefined)
  await sleep(100)
  const startedMs = performance.now()
  const exit = await server.stop()
  const tookMs = Math.round(performance.now() - startedMs)
  if (exit !== 0) throw new Error(`with a hung effect the server ended with ${exit}`)
  if (tookMs < DRAIN_MS || tookMs > HUNG_MS / 2) throw new Error(`it ended after ${tookMs} ms`)
  if ((await hung) !== undefined) throw new Error('the hung step was answered')
  const again = await startServer({ db, config })
  const back = await RawSocket.connect(again.url)
  const { next_seq } = await back.result('episode.resume', { episode_id: box })
  if (next_seq !== 1) throw new Error(`after the hung step the next seq is ${next_seq}`)
  const answer = await read(back, box, 0)
  if (answer.fault !== undefined) throw new Error(`the step sent again got ${answer.fault}`)
  await back.close()
  await again.stop()
  return `with a hung effect gone after ${tookMs} ms`
}

function read(socket: RawSocket, episode: string, milliseconds: number): Promise<Answer> {
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'read_code', arguments: { milliseconds } },
  }
  const params = { episode_id: episode, seq: 1, action: { tool_calls: [call] } }
  return socket.call({ method: 'episode.step', params })
}
