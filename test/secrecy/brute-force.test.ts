// Guards that no digest or seed that a client sees confirms a guess at a hidden fact.
import { createHash, hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataSet } from '../../src/datasets/data-set.ts'
import { mathFeedbackEnvironment } from '../../src/env/math-feedback/index.ts'
import { NO_HASH, rowHash } from '../../src/env/row.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import type { MathTask } from '../../src/sim/math/problem.ts'
import { childSeed } from '../../src/sim/random.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { RpcSocket } from '../support/rpc-socket.ts'

const ADMIN = 'admin-token-0123456789'
const CLIENT = 'client-token-0123456789'
const ENV = 'math-feedback-v1'

// The attacker has the source code, and knows everything of a task but its answer.

/** All whole numbers that a family of whole answers gives, and more: one million and one. */
const CANDIDATES = { low: -500_000, high: 500_000 }

const world = { format: 1, seed: 6_202_019_554_173 }
const task = wholeAnswerTask()

/** A generated task whose answer is one of the candidates. */
function wholeAnswerTask(): MathTask {
  for (let index = 0; index < 200; index++) {
    const made = mathFeedbackEnvironment.data.stream?.(world, index) as unknown as MathTask
    const gold = Number(made.answer.gold)
    if (Number.isInteger(gold) && gold > CANDIDATES.low && gold < CANDIDATES.high) return made
  }
  throw new Error('none of 200 tasks has a whole answer')
}

const dataSet = {
  environment: ENV,
  checksum: 'c'.repeat(64),
  world,
  splits: [{ name: 'stream', count: 1 }],
  task: () => task,
  find: (id: string) => (id === task.id ? task : undefined),
} as unknown as DataSet

let server: InProcessServer

beforeAll(async () => {
  const tokens = [
    { principal: 'admin', role: 'admin', token: ADMIN },
    { principal: 'client', role: 'client', token: CLIENT },
  ] as const
  server = await serveInProcess({
    config: configSchema.parse({ db: ':memory:', tokens }),
    dataSets: [dataSet],
    log: SILENT_LOG,
  })
})
afterAll(() => server.stop())

/** Everything that a caller gets to see of one episode, by every way that shows any of it. */
async function everythingSeen(token: string): Promise<{ id: string; seen: unknown[] }> {
  const seen: unknown[] = []
  const authorization = `Bearer ${token}`
  const socket = await RpcSocket.connect(server.url, { authorization })
  const call = async (method: string, params: object) => {
    const result = await socket.call<{ episode_id: string }>(method, params)
    seen.push(result)
    return result
  }
  await call('env.list', {})
  await call('env.describe', { env: ENV })
  const { episode_id: id } = await call('episode.open', { env: ENV, split: 'stream', index: 0 })
  await call('episode.watch', { episode_id: id })
  await call('episode.step', { episode_id: id, action: { content: 'I cannot say.' } })
  const fork = await call('episode.fork', { episode_id: id, position: 0 })
  await call('episode.resume', { episode_id: id })
  await call('episode.close', { episode_id: id })
  for (const episode of [id, fork.episode_id]) {
    for (const path of ['', '/log', '/replay']) {
      const response = await fetch(`${server.url}/v1/episodes/${episode}${path}`, {
        headers: { authorization },
      })
      seen.push([...response.headers], await response.text())
    }
  }
  for (const path of ['environments', 'episodes', 'groups', 'runs', `environments/${ENV}/tasks`]) {
    const url = `${server.url}/v1/${path}?split=stream`
    seen.push(await (await fetch(url, { headers: { authorization } })).text())
  }
  seen.push(...socket.others)
  await socket.close()
  return { id, seen }
}

/** Every text that could be a digest: letters and digits, twenty or more in a row. */
const digestsIn = (seen: unknown): ReadonlySet<string> =>
  new Set((JSON.stringify(seen).match(/[0-9A-Za-z_-]{20,}/g) ?? []).map((text) => text))

/** The stored text of the opening row, which holds the answer. */
async function openingText(id: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/episodes/${id}/log`, {
    headers: { authorization: `Bearer ${ADMIN}` },
  })
  const [row] = (await response.text()).trim().split('\n')
  const parsed = JSON.parse(row as string)
  return (Array.isArray(parsed) ? parsed[0] : parsed).payload
}

/** The first candidate whose row, payload or task has a digest that was seen. */
async function recovered(id: string, digests: ReadonlySet<string>): Promise<number | undefined> {
  const whole = await openingText(id)
  const [before, after, ...more] = whole.split(`"gold":"${task.answer.gold}"`)
  expect(more).toEqual([])
  const head = createHash('sha256').update(`${NO_HASH}\n${id}\n0\nopened\n${before}`)
  for (let gold = CANDIDATES.low; gold <= CANDIDATES.high; gold++) {
    const digest = head.copy().update(`"gold":"${gold}"${after}`).digest('hex')
    if (digests.has(digest)) return gold
  }
  return undefined
}

describe('brute force over everything a client sees', () => {
  it('finds the answer in the stored hash of the opening, so the attack works', async () => {
    const { id, seen } = await everythingSeen(ADMIN)
    const stored = rowHash(NO_HASH, id, 0, 'opened', await openingText(id))
    expect(digestsIn(seen)).toContain(stored)
    expect(String(await recovered(id, digestsIn(seen)))).toBe(task.answer.gold)
  })

  it('finds no candidate in what a client is shown', async () => {
    const { id, seen } = await everythingSeen(CLIENT)
    expect(digestsIn(seen).size).toBeGreaterThan(5)
    expect(await recovered(id, digestsIn(seen))).toBeUndefined()
  })

  it('shows no client the seed of a task, nor what it gives without a secret', async () => {
    const { seen } = await everythingSeen(CLIENT)
    const shown = JSON.stringify(seen)
    const numbers = new Set(shown.match(/\d{5,}/g))
    const names = ['wording', 'episode', 'seed', task.id, ENV, 'stream/0/wording']
    const worldText = JSON.stringify(world)
    for (const seed of [task.seed, world.seed]) {
      expect(numbers).not.toContain(String(seed))
      for (const name of names) expect(numbers).not.toContain(String(childSeed(seed, name)))
      expect(shown).not.toContain(hash('sha256', String(seed), 'hex'))
    }
    expect(shown).not.toContain(hash('sha256', worldText, 'hex'))
    const admin = JSON.stringify((await everythingSeen(ADMIN)).seen)
    expect(admin).toContain(String(task.seed))
    expect(admin).toContain(hash('sha256', worldText, 'hex'))
  })
})
