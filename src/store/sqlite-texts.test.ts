// Guards that long texts are kept once, for their owner alone, and go when no row needs them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { migrate } from './migrations.ts'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'
import { SWEEP_START, TextSweep } from './sqlite/text-sweep.ts'
import { ERA_ROWS, eraOfText, TextWriter } from './sqlite/texts.ts'
import { longText, stepWithTexts } from './texts.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function newPath(): string {
  files += 1
  return join(folder, `${files}.db`)
}

/** The texts in a file, in the order in which they came. */
function textsIn(path: string): string[] {
  const database = openPinnedDatabase(path, { readonly: true })
  const texts = database.prepare('SELECT text FROM text ORDER BY key').pluck().all() as string[]
  database.close()
  return texts.map((text) => JSON.parse(`"${text}"`) as string)
}

async function storeAt(path: string) {
  const store = await openStore({ path })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const tell = async (name: string, texts: readonly string[], principal = 'local') => {
    const sample = new SampleEpisode(name, { principal })
    await store.log.append([sample.open(), stepWithTexts(sample, texts), sample.close()])
  }
  const payloadOf = async (name: string) => (await store.log.load(name))?.rows[1]?.payload
  return {
    ...{ store, tell, payloadOf },
    prune: (beforeMs: number) => {
      return store.prune({ beforeMs, includeOpen: true })
    },
  }
}

it('keeps a text once for each owner', async () => {
  const path = newPath()
  const { store, tell } = await storeAt(path)
  const [one, two] = [longText('one'), longText('two')]
  await tell('a', [one])
  await tell('b', [two, one, two])
  await tell('c', [one], 'other')
  await tell('d', [one])
  expect(textsIn(path)).toEqual([one, two, one])
  await store.close()
})

it('makes a store of many equal texts smaller', async () => {
  const sizes: number[] = []
  for (const isSame of [false, true]) {
    const { store, tell } = await storeAt(newPath())
    for (let at = 0; at < 200; at++)
      await tell(`e${at}`, [longText(isSame ? '' : `e${at}`).repeat(4)])
    sizes.push(await store.sizeBytes())
    await store.close()
  }
  expect(sizes[1]).toBeLessThan((sizes[0] as number) / 2)
})

it('prunes texts with the last row that needs them, also beside another writer', async () => {
  const path = newPath()
  const first = await storeAt(path)
  const second = await storeAt(path)
  const [old, shared] = [longText('old'), longText('shared')]
  await first.tell('a', [old, shared])
  await new Promise((resolve) => setTimeout(resolve, 5))
  const betweenMs = Date.now()
  await first.tell('b', [shared])
  expect(await second.prune(betweenMs)).toBe(1)
  expect(textsIn(path)).toEqual([shared])
  await first.tell('c', [old, shared])
  await second.tell('d', [shared])
  for (const name of ['b', 'c', 'd']) expect(await first.payloadOf(name)).toContain('shared')
  expect((await first.store.check()).problems).toEqual([])
  expect(await first.prune(Date.now() + 1_000)).toBe(3)
  expect(textsIn(path)).toEqual([])
  await second.tell('e', [old, shared])
  expect(textsIn(path)).toEqual([old, shared])
  expect((await second.store.check()).problems).toEqual([])
  await first.store.close()
  await second.store.close()
})

it('forgets the texts of a batch that was undone', async () => {
  const path = newPath()
  const { store, tell, payloadOf } = await storeAt(path)
  await tell('a', ['none'])
  const blocker = openPinnedDatabase(path)
  blocker.exec(`CREATE TRIGGER refuse BEFORE INSERT ON event WHEN new.position = 2 BEGIN
    SELECT RAISE(ABORT, 'no room'); END`)
  await expect(tell('b', [longText('undone')])).rejects.toMatchObject({ name: 'StoreError' })
  blocker.exec('DROP TRIGGER refuse')
  blocker.close()
  expect(textsIn(path)).toEqual([])
  await tell('c', [longText('undone')])
  expect(textsIn(path)).toEqual([longText('undone')])
  expect(await payloadOf('c')).toContain('undone')
  expect((await store.check()).problems).toEqual([])
  await store.close()
})

it('remembers texts of any length, and only so many', async () => {
  const path = newPath()
  const { store, tell } = await storeAt(path)
  const huge = (name: string): string => `${name} ${'x'.repeat(200_000)}`
  await tell('a', [huge('a')])
  await tell('b', [huge('b')])
  await tell('c', [huge('a')])
  expect(textsIn(path)).toHaveLength(2)
  for (let at = 0; at < 100; at++) await tell(`e${at}`, [huge(`e${at}`)])
  await tell('d', [huge('a')])
  expect(textsIn(path)).toHaveLength(103)
  expect((await store.check()).problems).toEqual([])
  await store.close()
})

it('shares nothing between eras, and sweeps each by its own rows', () => {
  const database = openPinnedDatabase(':memory:')
  migrate(database, ':memory:')
  const writer = new TextWriter(database)
  const insert = database.prepare(`INSERT INTO event (number, episode_key, position, kind, wall_ms,
    total, hash, payload, texts) VALUES (?, 1, ?, 'stepped', 0, 0, '', ?, ?)`)
  const write = (number: number, name: string): void => {
    const row = stepWithTexts(new SampleEpisode('e'), [longText(name)])
    const { payload, texts } = writer.shorten(row.payload, row.texts as never, number)
    insert.run(number, number, payload, texts)
  }
  const keys = () => database.prepare('SELECT key FROM text ORDER BY key').pluck().all() as number[]
  const numbers = [1, ERA_ROWS - 1, ERA_ROWS, ERA_ROWS + 1, 3 * ERA_ROWS, 3 * ERA_ROWS + 1]
  for (const number of numbers) write(number, number % 2 === 1 ? 'odd' : 'even')
  expect(keys().map(eraOfText)).toEqual([0, 1, 1, 3, 3])
  const sweep = new TextSweep(database)
  const sweepAll = (touched: readonly number[]): void => {
    let progress = SWEEP_START
    while (!progress.done) progress = sweep.slice(progress, new Set(touched))
  }
  sweepAll([0, 1, 2, 3])
  expect(keys().map(eraOfText)).toEqual([0, 1, 1, 3, 3])
  const remove = database.prepare('DELETE FROM event WHERE number = ?')
  for (const number of [1, ERA_ROWS + 1, 3 * ERA_ROWS, 3 * ERA_ROWS + 1]) remove.run(number)
  sweepAll([1])
  expect(keys().map(eraOfText)).toEqual([0, 1])
  database.close()
})
