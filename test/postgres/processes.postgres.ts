// Guards that several processes serve one database, outlive each other, and end together.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { connect } from '../../src/client/client.ts'
import { type Child, finished, spawnCommand } from '../support/command-process.ts'
import { startServe } from '../support/serve-process.ts'
import { newStore } from './support/databases.ts'

const TASK = { env: 'mock-v1', split: 'train', index: 3 }
const enter = (code: string) => ({
  tool_calls: [
    { id: 'a', type: 'function' as const, function: { name: 'enter_code', arguments: { code } } },
  ],
})

let parent: Child | undefined
afterEach(() => parent?.kill('SIGKILL'))

async function startThree(): Promise<{ child: Child; urls: string[] }> {
  const words = ['--processes', '3', '--db', await newStore(), '--log-level', 'error']
  const { child, url } = await startServe(words)
  parent = child
  return { child, urls: url.split(',') }
}

/** The processes that serve, in the order in which they were started. */
const pidsOf = ({ pid }: Child): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(50)
}

it('plays an episode at all of them, and starts one again that was killed', async () => {
  const { child, urls } = await startThree()
  expect(urls).toHaveLength(3)
  const client = await connect({ url: urls.join(',') })
  const episode = await client.open(TASK)
  const before = pidsOf(child)
  expect(before).toHaveLength(3)
  process.kill(before[0] as number, 'SIGKILL')
  const step = await episode.step(enter('000'))
  expect(step.terminated).toBe(false)
  await client.close()
  await until(async () => pidsOf(child).length === 3 && !pidsOf(child).includes(before[0] ?? 0))
  for (const url of urls) {
    await until(() => answers(url))
    const alone = await connect({ url })
    expect((await alone.resume(episode.id)).nextSeq).toBe(2)
    await alone.close()
  }
  const end = finished(child)
  child.kill('SIGTERM')
  expect((await end).code).toBe(0)
  for (const url of urls) expect(await answers(url)).toBe(false)
})

it('leaves no server behind when it is killed itself', async () => {
  const { child, urls } = await startThree()
  child.kill('SIGKILL')
  for (const url of urls) await until(async () => !(await answers(url)))
})

it('says why it cannot serve', async () => {
  const serve = (...words: string[]) =>
    finished(spawnCommand(['serve', '--processes', '2', '--port', '0', ...words]))
  const file = await serve('--db', 'some.db')
  expect(file.err).toMatch(/^error: several processes cannot share the store some.db\n/)
  const nowhere = await serve('--db', 'postgres://127.0.0.1:9/none')
  expect(nowhere.err).toMatch(/^error: /)
  const far = await serve('--db', 'postgres://127.0.0.1:9/none', '--port', '65535')
  expect(far.err).toMatch(/^error: there is no port 65536\n/)
  expect([file.code, nowhere.code, far.code]).toEqual([2, 2, 2])
})
