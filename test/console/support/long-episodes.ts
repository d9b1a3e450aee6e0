import { hash } from 'node:crypto'
import { NO_HASH, rowHash } from '../../../src/env/row.ts'
import type { AppendRow, EventStore } from '../../../src/store/event-store.ts'

/** Episodes that no environment would play, to see what the console makes of them. */
export const LONG = `ep_${'1'.repeat(32)}`
export const HUGE = `ep_${'2'.repeat(32)}`
const STEPS = 1_000
/** Ten megabytes in one line, a fifth of which are marks that turn it round. */
const HUGE_TEXT = (): string => '\u202Ea<b>'.repeat(2_000_000)

/** Puts an episode of 1,000 steps and one with a message of 10 MB into a store that lacks them. */
export async function putLongEpisodes(store: EventStore): Promise<void> {
  const world = { hash: hash('sha256', '{}', 'hex'), text: '{}' }
  await store.log.putWorld(world.hash, world.text)
  const texts = {
    [LONG]: Array.from({ length: STEPS }, (_, at) => `Step ${at} of a long way. `.repeat(20)),
    [HUGE]: [HUGE_TEXT()],
  }
  for (const [episode, said] of Object.entries(texts)) {
    if ((await store.log.load(episode, 0, 1)) !== undefined) continue
    await store.log.append(rowsOf(episode, world.hash, said))
  }
}

function rowsOf(episode: string, worldHash: string, said: readonly string[]): AppendRow[] {
  const environment = 'mock-v1'
  const task = { id: 'val-000000', split: 'val', index: 0, seed: 0, difficulty: 1, code: '123' }
  const opening = {
    ...{ format: 1, environment, task, world_hash: worldHash, data_checksum: '', settings: {} },
    limits: { turns_max: STEPS, tool_calls_per_turn_max: 8, action_characters_max: 1e8 },
    ...{ seeds: [], labels: {}, request_digest: '', group: null, attempts_shown: [] },
    ...{ parent: null, effects: [], messages: [{ role: 'user', content: 'Go.' }] },
  }
  const metrics = { success: 0, turns: said.length, malformed_calls: 0 }
  const steps = said.map((content, at) => ({
    ...{ action: { content }, effects: [], messages: [], reward: 0, parts: { opened: 0 } },
    ...(at + 1 < said.length ? {} : { end: { kind: 'terminated', reason: 'failed' }, metrics }),
  }))
  const index = {
    ...{ environment, taskId: task.id, split: 'val', difficulty: 1, principal: 'local' },
    ...{ openKey: episode, worldHash, run: null, batch: null, parent: null, group: null },
    condition: 'clean' as const,
  }
  let previousHash = NO_HASH
  return [opening, ...steps].map((content, position) => {
    const isLast = position === steps.length
    const kind = position === 0 ? 'opened' : 'stepped'
    const payload = JSON.stringify(content)
    const own = rowHash(previousHash, episode, position, kind, payload)
    const ended = { endReason: 'failed', success: false, metrics }
    const open = { endReason: null, success: null, metrics: null }
    const progress = { steps: position, total: 0, ...(isLast ? ended : open) }
    const row = { episode, position, kind, payload, previousHash, hash: own, progress } as const
    previousHash = own
    return { ...row, ...(position === 0 ? { index } : {}), ...(isLast ? { isAttempt: true } : {}) }
  })
}
