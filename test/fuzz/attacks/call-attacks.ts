import { mockTask } from '../../../src/env/mock/task.ts'
import type { Attack, Scene } from '../attack.ts'
import { BREAKAGES, BROKEN_ID } from '../broken-environment.ts'

const TASK = { env: 'mock-v1', split: 'train', index: 7 }

const call = (name: string, given: object) => ({
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: given } }],
})
const wrong = call('enter_code', { code: '0' })
const slow = call('read_code', { milliseconds: 250 })

async function open({ socket, judge }: Scene, params: object = TASK): Promise<string | undefined> {
  const { result, code } = await socket.call('episode.open', params)
  if (result !== undefined) return (result as { episode_id: string }).episode_id
  judge.complain(`an episode cannot be opened: ${code}`)
  return undefined
}

/** Every branch of the seq rule, in the order in which the server decides. */
async function breakSeq(scene: Scene): Promise<void> {
  const { socket } = scene
  const episode_id = await open(scene)
  if (episode_id === undefined) return
  const step = (action: object, seq?: number) => ({
    episode_id,
    action,
    ...(seq === undefined ? {} : { seq }),
  })
  const lost = { ...step(wrong, 1), episode_id: 'ep_nowhere' }
  await socket.expect('episode/not_found', 'episode.step', lost)
  await socket.expect('step/future_seq', 'episode.step', step(wrong, 2))
  const first = await socket.call('episode.step', step(wrong, 1))
  const again = await socket.call('episode.step', step(wrong, 1))
  if (JSON.stringify(first.result) !== JSON.stringify(again.result)) {
    scene.judge.complain('a repeated step got another answer')
  }
  await socket.expect('step/stale_seq', 'episode.step', step({ content: 'no' }, 1))
  await socket.expect('request/invalid', 'episode.step', step(wrong, 0))
  await socket.expect('action/too_large', 'episode.step', step({ content: 'x'.repeat(10_001) }, 2))
  await socket.expect('action/malformed', 'episode.step', step({ content: 7 }, 2))
  // Sent together, so that the slow one is under way when the others are read.
  await Promise.all([
    socket.call('episode.step', step(slow, 2)),
    socket.expect('step/in_flight', 'episode.step', step(wrong, 2)),
    socket.expect('step/in_flight', 'episode.step', step(wrong)),
  ])
  const { code } = mockTask('train', TASK.index)
  await socket.call('episode.step', step(call('enter_code', { code }), 3))
  await socket.expect('episode/closed', 'episode.step', step(wrong, 4))
  await socket.expect('episode/no_position', 'episode.fork', { episode_id, position: 3 })
}

/** What belongs to others looks like what is not there, whatever is tried. */
async function touchOthers({ socket, random, victims }: Scene): Promise<void> {
  if (victims.length === 0) return
  const episode_id = random.pick(victims)
  const keys = [`rk_play_${episode_id}_AAAAAAAAAAAAAAAAAAAAAA`, 'rk_play_', episode_id]
  const key = random.chance(0.5) ? { resume_key: random.pick(keys) } : {}
  const others: readonly (readonly [string, object])[] = [
    ['episode.step', { action: wrong }],
    ['episode.step', { action: wrong, seq: 1 }],
    ['episode.close', {}],
    ['episode.resume', {}],
    ['episode.fork', { position: 0 }],
    ['episode.watch', {}],
  ]
  for (const [method, params] of others) {
    await socket.expect('episode/not_found', method, { episode_id, ...key, ...params })
  }
}

async function openWrongly(scene: Scene): Promise<void> {
  const { socket, random } = scene
  const refused: readonly (readonly [string, object])[] = [
    ['env/unknown', { ...TASK, env: 'mock-v2' }],
    ['env/unknown', { ...TASK, env: '__proto__' }],
    ['task/unknown', { ...TASK, split: 'trains' }],
    ['task/unknown', { ...TASK, index: 10_000_000 }],
    ['task/unknown', { env: 'mock-v1', task: 'train-999999' }],
    ['task/unknown', { env: 'mock-v1' }],
    ['task/stale', { ...TASK, data_checksum: 'abc' }],
    ['seed/unused', { ...TASK, seed: 1 }],
    ['settings/invalid', { ...TASK, settings: { speed: 9 } }],
    ['request/invalid', { ...TASK, seed: -1 }],
    ['request/invalid', { ...TASK, open_key: 'a\u0000b' }],
    ['request/invalid', { ...TASK, labels: { run: '\ud800' } }],
  ]
  for (const [code, params] of refused) await socket.expect(code, 'episode.open', params)
  const open_key = `k-${random.integer(0, 1_000_000_000)}`
  if ((await open(scene, { ...TASK, open_key })) === undefined) return
  await socket.expect('episode/key_reused', 'episode.open', { ...TASK, index: 8, open_key })
}

/** Episodes of an environment with bugs: they end as faulted and are kept. */
async function breakEnvironment(scene: Scene): Promise<void> {
  const { socket, random } = scene
  const index = random.integer(0, BREAKAGES.length - 1)
  const breakage = BREAKAGES[index]
  const task = { env: BROKEN_ID, split: 'train', index }
  if (breakage === 'opening') {
    await socket.expect('episode/faulted', 'episode.open', task)
    return
  }
  const episode_id = await open(scene, task)
  if (episode_id === undefined) return
  const step = { episode_id, action: call('read_code', {}) }
  if (breakage === 'score') await socket.call('episode.step', step)
  else await socket.expect('episode/faulted', 'episode.step', step)
  const closing = breakage === 'score' ? 'episode.close' : 'episode.step'
  await socket.expect(
    'episode/faulted',
    closing,
    closing === 'episode.step' ? step : { episode_id },
  )
  await socket.call('episode.close', { episode_id })
  await socket.call('episode.resume', { episode_id })
  await socket.call('episode.fork', { episode_id, position: 0 })
}

async function watchMuch(scene: Scene): Promise<void> {
  const { socket, random } = scene
  const episode_id = await open(scene)
  if (episode_id === undefined) return
  for (let count = 0; count < 5; count++) {
    await socket.call('episode.watch', { episode_id, from: random.integer(0, 3) })
  }
  await socket.call('episode.step', { episode_id, action: wrong })
  if (random.chance(0.5)) await socket.call('episode.unwatch', { episode_id })
}

/** Calls that are well-formed and not allowed, or that meet bugs of an environment. */
export const CALL_ATTACKS: readonly Attack[] = [
  { name: 'the seq rule', run: breakSeq },
  { name: 'episodes of others', run: touchOthers },
  { name: 'wrong openings', run: openWrongly },
  { name: 'a broken environment', run: breakEnvironment },
  { name: 'many watches', run: watchMuch },
]
