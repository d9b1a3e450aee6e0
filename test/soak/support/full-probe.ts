import { bulkyTurn } from './ballast.ts'
import { RawSocket } from './raw-socket.ts'

/** A hung server never answers; a busy machine may take seconds. */
const ANSWER_MS_MAX = 30_000

/**
 * Looks at a server whose store is full: bulky steps are refused, nothing of a refused step shows,
 * and everything that writes nothing is answered. Answers what the probes of operators say.
 *
 * @param episode an open one, before its first step
 * @throws Error naming what is not so
 */
export async function probeWhileFull(url: string, episode: string): Promise<string> {
  const socket = await RawSocket.connect(url)
  let told = 0
  let refusal: string | undefined
  while (refusal === undefined && told < 15) {
    const params = { episode_id: episode, seq: told + 1, action: bulkyTurn(9_000) }
    const answer = await socket.call({ method: 'episode.step', params })
    if (answer.fault === undefined) told += 1
    else refusal = answer.fault
  }
  if (refusal !== 'store/full') throw new Error(`the full store answered ${refusal ?? told}`)
  const resumed = await socket.result('episode.resume', { episode_id: episode })
  if (resumed.next_seq !== told + 1) {
    throw new Error(`a refused step shows: ${told} were taken, the next is ${resumed.next_seq}`)
  }
  const log = (await (await get(`${url}/v1/episodes/${episode}/log`)).json()) as object[]
  if (log.length !== told + 1) throw new Error(`${log.length} rows, ${told} steps were taken`)
  await socket.result('env.list', {})
  await socket.result('env.describe', { env: 'phone-call-v2' })
  const health = await get(`${url}/healthz`)
  if (health.status !== 200) throw new Error(`/healthz says ${health.status}`)
  const ready = await get(`${url}/readyz`)
  await socket.close()
  return `/healthz ${health.status}, /readyz ${ready.status}`
}

const get = (url: string): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
