import { hash } from 'node:crypto'
import type { Condition } from '../../src/env/group.ts'
import { NO_HASH, rowHash } from '../../src/env/row.ts'
import type { AppendRow, EventStore } from '../../src/store/event-store.ts'

const EPISODES_PER_BATCH = 256
const ENVIRONMENTS = ['phone-call-v2', 'math-feedback-v1', 'q-code-v1', 'mock-v1']
/** Shares of the environments in percent. The last one is rare. */
const SHARES = [60, 85, 99, 100]
const RUN_EPISODES = 25_000
const GROUP_SIZE = 8
const WORLD = { hash: hash('sha256', '{}', 'hex'), text: '{}' }

/**
 * Fills a store with episodes as training leaves them: runs of 25,000 episodes in groups of 8, four
 * environments, one in a hundred still open, one in a thousand of another principal. Each has an
 * opening, a step and an end. Rows are small, so that lists are measured and not disks.
 *
 * @param first number of episodes that the store already has
 */
export async function fillStore(
  store: EventStore,
  episodes: number,
  onStored: (storedCount: number) => void,
  first = 0,
): Promise<void> {
  await store.log.putWorld(WORLD.hash, WORLD.text)
  for (let start = first; start < episodes; start += EPISODES_PER_BATCH) {
    const rows: AppendRow[] = []
    const end = Math.min(start + EPISODES_PER_BATCH, episodes)
    for (let index = start; index < end; index++) rows.push(...episodeRows(index))
    await store.log.append(rows)
    onStored(end)
  }
}

/** A pseudo-random number below a bound that depends only on the episode and the purpose. */
const draw = (episode: number, purpose: number, bound: number): number =>
  (Math.imul(episode + 1, 2_654_435_761 + purpose * 97) >>> 8) % bound

function episodeRows(number: number): AppendRow[] {
  const share = draw(number, 1, 100)
  const environment = ENVIRONMENTS[SHARES.findIndex((limit) => share < limit)] ?? 'mock-v1'
  const run = `run-${Math.floor(number / RUN_EPISODES)}`
  const runPosition = number % RUN_EPISODES
  const condition: Condition = runPosition % GROUP_SIZE < 2 ? 'clean' : 'guided'
  const index = {
    environment,
    taskId: `train-${String(draw(number - (number % GROUP_SIZE), 2, 5_000)).padStart(6, '0')}`,
    split: draw(number, 3, 20) === 0 ? 'val' : 'train',
    difficulty: draw(number, 4, 5),
    principal: draw(number, 5, 1_000) === 0 ? 'other' : 'local',
    openKey: `key-${number}`,
    worldHash: WORLD.hash,
    run,
    batch: String(Math.floor(runPosition / 128)),
    parent: null,
    group: {
      id: `g-${Math.floor(runPosition / 8)}`,
      index: runPosition % GROUP_SIZE,
      generation: 'one',
    },
    condition,
  }
  const isOpen = draw(number, 6, 100) === 0
  const success = draw(number, 7, 100) < 20 + (60 * runPosition) / RUN_EPISODES
  const total = success ? 800 + draw(number, 8, 200) : draw(number, 8, 300)
  const endReason = success ? 'completed' : draw(number, 9, 400) === 0 ? 'turn_budget' : 'failed'
  const metrics = { success: Number(success), turns: 1, malformed_calls: draw(number, 10, 3) }
  const open = { steps: 0, total: 0, endReason: null, success: null, metrics: null }
  const closing = { steps: 1, total, endReason, success, metrics }
  const labels = { run, batch: index.batch, policy: 'filled' }
  const payloads = [
    { environment, task: { id: index.taskId }, world_hash: WORLD.hash, labels },
    { reward: 0, messages: [] },
    { reward: total, end: { kind: 'terminated', reason: endReason }, metrics },
  ]
  const kinds = ['opened', 'stepped', 'closed'] as const
  const rows: AppendRow[] = []
  let previousHash = NO_HASH
  for (const [position, kind] of kinds.slice(0, isOpen ? 2 : 3).entries()) {
    const episode = `ep_${number.toString(16).padStart(32, '0')}`
    const payload = JSON.stringify(payloads[position])
    const rowsHash = rowHash(previousHash, episode, position, kind, payload)
    const progress = position === 2 ? closing : { ...open, steps: position }
    const row = { episode, position, kind, payload, previousHash, hash: rowsHash, progress }
    rows.push({
      ...row,
      ...(position === 0 ? { index } : {}),
      ...(position === 2 ? { isAttempt: true } : {}),
    })
    previousHash = rowsHash
  }
  return rows
}
