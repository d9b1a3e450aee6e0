import { hash } from 'node:crypto'
import type { Condition } from '../../src/env/group.ts'
import { NO_HASH, rowHash } from '../../src/env/row.ts'
import type { AppendRow, EventStore } from '../../src/store/event-store.ts'

const EPISODES_PER_BATCH = 256
const ENVIRONMENTS = ['phone-call-v2', 'math-feedback-v1', 'q-code-v1', 'mock-v1']
/** Shares of the environments in hundredths, the last of which is rare. */
const SHARES = [60, 85, 99, 100]
const RUN_EPISODES = 25_000
const GROUP_SIZE = 8
const WORLD = { hash: hash('sha256', '{}', 'hex'), text: '{}' }

/**
 * Fills a store with episodes as training leaves them: runs of 25,000 in groups of 8, four
 * environments, one in a hundred still open, one in a thousand of another principal. Each has an
 * opening, a step and an end, small ones, so that lists are measured and not disks.
 *
 * @param first how many of them are there already
 */
export async function fillStore(
  store: EventStore,
  episodes: number,
  tell: (done: number) => void,
  first = 0,
): Promise<void> {
  await store.log.putWorld(WORLD.hash, WORLD.text)
  for (let from = first; from < episodes; from += EPISODES_PER_BATCH) {
    const rows: AppendRow[] = []
    const to = Math.min(from + EPISODES_PER_BATCH, episodes)
    for (let at = from; at < to; at++) rows.push(...rowsOf(at))
    await store.log.append(rows)
    tell(to)
  }
}

/** A number below a bound that depends on nothing but the episode and the use. */
const draw = (at: number, use: number, below: number): number =>
  (Math.imul(at + 1, 2_654_435_761 + use * 97) >>> 8) % below

function rowsOf(at: number): AppendRow[] {
  const share = draw(at, 1, 100)
  const environment = ENVIRONMENTS[SHARES.findIndex((limit) => share < limit)] ?? 'mock-v1'
  const run = `run-${Math.floor(at / RUN_EPISODES)}`
  const within = at % RUN_EPISODES
  const condition: Condition = within % GROUP_SIZE < 2 ? 'clean' : 'guided'
  const index = {
    environment,
    taskId: `train-${String(draw(at - (at % GROUP_SIZE), 2, 5_000)).padStart(6, '0')}`,
    split: draw(at, 3, 20) === 0 ? 'val' : 'train',
    difficulty: draw(at, 4, 5),
    principal: draw(at, 5, 1_000) === 0 ? 'other' : 'local',
    openKey: `key-${at}`,
    worldHash: WORLD.hash,
    run,
    batch: String(Math.floor(within / 128)),
    parent: null,
    group: { id: `g-${Math.floor(within / 8)}`, index: within % GROUP_SIZE, generation: 'one' },
    condition,
  }
  const isOpen = draw(at, 6, 100) === 0
  const success = draw(at, 7, 100) < 20 + (60 * within) / RUN_EPISODES
  const total = success ? 800 + draw(at, 8, 200) : draw(at, 8, 300)
  const endReason = success ? 'completed' : draw(at, 9, 400) === 0 ? 'turn_budget' : 'failed'
  const metrics = { success: Number(success), turns: 1, malformed_calls: draw(at, 10, 3) }
  const open = { steps: 0, total: 0, endReason: null, success: null, metrics: null }
  const ended = { steps: 1, total, endReason, success, metrics }
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
    const episode = `ep_${at.toString(16).padStart(32, '0')}`
    const payload = JSON.stringify(payloads[position])
    const rowsHash = rowHash(previousHash, episode, position, kind, payload)
    const progress = position === 2 ? ended : { ...open, steps: position }
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
