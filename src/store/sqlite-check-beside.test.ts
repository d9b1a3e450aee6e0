/** Guards that a check beside a server that writes, prunes and revokes raises no false alarm. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { EventStore } from './event-store.ts'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-beside-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Plays, ends, criticises, revokes and prunes until it is told to stop; answers the rounds. */
async function busyServer(store: EventStore, isOver: () => boolean): Promise<number> {
  let round = 0
  for (; !isOver(); round++) {
    const group = { id: 'g', index: round, generation: 'one' }
    const pair = [
      new SampleEpisode(`a${round}`, { run: 'r', condition: 'clean', group }),
      new SampleEpisode(`b${round}`),
    ]
    await store.log.append(pair.map((one) => one.open()))
    for (let step = 0; step < 5; step++) await store.log.append(pair.map((one) => one.step()))
    await store.log.append(pair.map((one) => one.close({ endReason: 'failed', success: false })))
    await store.book.putCritique(`a${round}`, { source: 'rule', text: 'Ask first.', effect: null })
    await store.book.revoke(`b${round}`)
    if (round % 10 === 9) {
      await store.prune({ beforeMs: store.nowMs() - 20, includeOpen: false })
    }
    await new Promise(setImmediate)
  }
  return round
}

it.each(['process', 'full'] as const)('with durability %s', async (durability) => {
  const path = join(folder, `${durability}.db`)
  const server = await openStore({ path, durability })
  await server.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  let isOver = false
  const writing = busyServer(server, () => isOver)
  let rows = 0
  for (let time = 0; time < 8; time++) {
    const beside = await openStore({ path, create: false })
    expect(beside.losses).toEqual([])
    const report = await beside.check()
    expect(report.problems).toEqual([])
    rows += report.rows
    await beside.close()
  }
  isOver = true
  expect(await writing).toBeGreaterThan(1)
  expect(rows).toBeGreaterThan(0)
  expect((await server.check()).problems).toEqual([])
  await server.close()
})
