import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Follower, Reader, rowsOf, TURN } from './changes.contract.ts'
import type { EventStore } from './event-store.ts'
import { MODEL_COMMANDS, playAgainstModel } from './model.contract.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'

/** How stores come to share what they keep. */
interface Sharing {
  /** Names an empty place. */
  newPath(): string | Promise<string>
  open(path: string): Promise<EventStore>
  /** How often what is drawn is played. */
  readonly runs: number
}

/** What every store must do that several servers may share. */
export function sharedContract(sharing: Sharing): void {
  writerContract(sharing)
  worldContract(sharing)
  readerContract(sharing)
}

function writerContract({ newPath, open, runs }: Sharing): void {
  it('do together what a simple model does, taking turns', async () => {
    await fc.assert(
      fc.asyncProperty(MODEL_COMMANDS, async (commands) => {
        const path = await newPath()
        const [left, right] = await Promise.all([open(path), open(path)])
        try {
          await playAgainstModel([left, right], commands)
        } finally {
          await left.close()
          await right.close()
        }
      }),
      { numRuns: runs },
    )
  })

  it('conflict exactly where they clash, and see what the other wrote', async () => {
    const path = await newPath()
    const [left, right] = await Promise.all([open(path), open(path)])
    expect(await left.secret()).toBe(await right.secret())
    const sample = new SampleEpisode('shared')
    await left.log.append(sample.prefix(1))
    const leftStep = sample.step('{"by":"left"}')
    const twin = new SampleEpisode('shared')
    twin.prefix(1)
    const rightStep = twin.step('{"by":"right"}')
    expect((await right.log.append([rightStep])).get('shared')).toEqual({ status: 'stored' })
    const lone = new SampleEpisode('lone').open()
    const outcomes = await left.log.append([leftStep, lone])
    const lost = { status: 'conflict', reason: 'position', episode: 'shared' }
    expect([...outcomes.values()]).toEqual([lost, { status: 'stored' }])
    expect((await left.log.load('shared'))?.rows.at(-1)?.payload).toBe('{"by":"right"}')
    await right.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    const gone = { status: 'conflict', reason: 'chain', episode: 'shared' }
    expect((await left.log.append([twin.step()])).get('shared')).toEqual(gone)
    expect((await left.check()).problems).toEqual([])
    await left.close()
    await right.close()
  })
}

function worldContract({ newPath, open }: Sharing): void {
  it('prune worlds without episodes, and no other', async () => {
    const path = await newPath()
    const [server, pruner] = await Promise.all([open(path), open(path)])
    await server.log.putWorld('used', '{}')
    await server.log.putWorld('unused', '{}')
    await server.log.append([new SampleEpisode('one', { worldHash: 'used' }).open()])
    await pruner.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: false })
    expect([await pruner.log.world('used'), await pruner.log.world('unused')]).toEqual([
      '{}',
      undefined,
    ])
    await server.close()
    await pruner.close()
  })

  it('keep the world of an episode that is opened between two slices of a prune', async () => {
    const path = await newPath()
    const [server, pruner] = await Promise.all([open(path), open(path)])
    await server.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    // As many as slices take, so that a prune does not see at once that it is at the end.
    const old = Array.from({ length: 500 }, (_, at) => new SampleEpisode(`old-${at}`))
    await server.log.append(old.map((sample) => sample.open()))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const pruning = pruner.prune({ beforeMs: server.nowMs(), includeOpen: true })
    await server.log.append([new SampleEpisode('new').open()])
    expect(await pruning).toBe(500)
    expect(await pruner.log.world(SAMPLE_WORLD.hash)).toBe(SAMPLE_WORLD.text)
    expect((await pruner.check()).problems).toEqual([])
    await server.close()
    await pruner.close()
  })

  it('keep the world of a running process although another prunes it', async () => {
    const path = await newPath()
    const [server, pruner] = await Promise.all([open(path), open(path)])
    await server.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    await server.log.append(new SampleEpisode('one').prefix(1))
    await pruner.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    expect(await pruner.log.world(SAMPLE_WORLD.hash)).toBeUndefined()
    await server.log.append(new SampleEpisode('two').prefix(1))
    expect(await pruner.log.world(SAMPLE_WORLD.hash)).toBe(SAMPLE_WORLD.text)
    await server.close()
    await pruner.close()
  })
}

function readerContract({ newPath, open, runs }: Sharing): void {
  it('tell every row once and in one order, and those of others to who knows his own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(TURN, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        async (turns, page) => {
          const path = await newPath()
          const stores = await Promise.all([0, 1, 2].map(() => open(path)))
          const { cursor } = await (stores[0] as EventStore).log.changesSince()
          const readers = stores.map(({ log }) => new Reader(log, cursor, page))
          const followers = stores.map(({ log }) => new Follower(log, cursor))
          const samples = new Map<string, SampleEpisode>()
          const rowOf = (name: string) => {
            const known = samples.get(name)
            if (known !== undefined) return known.step()
            const made = new SampleEpisode(name)
            samples.set(name, made)
            return made.open()
          }
          const pending: Promise<unknown>[] = []
          for (const { store, episodes, rows, looks } of turns) {
            const names = episodes.map((episode) => `${store}-${episode}`)
            const batch = Array.from({ length: rows }, () => names.map(rowOf)).flat()
            pending.push((stores[store] as EventStore).log.append(batch))
            if (looks) await readers[(store + 1) % 3]?.read()
            if (looks) await followers[rows % 3]?.read()
          }
          await Promise.all(pending)
          const expected = await rowsOf(stores[0] as EventStore)
          for (const reader of readers) {
            await reader.read()
            expect(reader.lines).toEqual(expected)
          }
          for (const [at, follower] of followers.entries()) {
            await follower.read()
            const ofOthers = (name: string): boolean => !name.startsWith(`${at}-`)
            expect(follower.lines.filter(ofOthers)).toEqual(expected.filter(ofOthers))
          }
          for (const store of stores) await store.close()
        },
      ),
      { numRuns: runs },
    )
  })
}
