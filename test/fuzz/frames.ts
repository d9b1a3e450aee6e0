import type { Action } from '../../src/env/message.ts'
import type { OwnEpisode, Raid } from './raid.ts'
import { HOSTILE_JSON } from './tables/hostile-values.ts'

/** The text of a JSON-RPC call. */
export const callText = (method: string, params: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const toolCall = (name: string, given: string | Record<string, never>): Action => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: given } }],
})

/** A turn that is in order as such, if not wise. Sealed episodes never read their label. */
export function actionFor({ random }: Raid, episode: OwnEpisode): Action {
  const harmless: Action[] = [
    { content: 'Is anybody there?' },
    { text: '<think>hm</think>Hello.' },
    { text: '<think>never closed' },
    toolCall('enter_code', '{"code":"000"}'),
    toolCall('no_such_tool', '{}'),
    toolCall('__proto__', '{}'),
    toolCall('phone_call', '{"number":"555"}'),
    toolCall('company_directory', '{"query":"bank"}'),
    { text: '<tool_call>{"name":"enter_code","arguments":{"code":"0"}}</tool_call>' },
  ]
  if (!episode.sealed) {
    harmless.push(toolCall('read_code', '{}'))
    const milliseconds = random.pick([20, 100, 800])
    harmless.push(toolCall('read_code', JSON.stringify({ milliseconds })))
  }
  return random.pick(harmless)
}

/** A call that is in order, on an episode of the attacker's own. */
export async function validCall(raid: Raid): Promise<{ method: string; params: object }> {
  const { random } = raid
  const episode = await raid.own()
  const { id: episode_id, nextSeq } = episode
  const index = random.integer(0, 99)
  return random.pick<{ method: string; params: object }>([
    { method: 'env.list', params: {} },
    { method: 'env.describe', params: { env: episode.env } },
    {
      method: 'episode.open',
      params: {
        ...{ env: 'phone-call-v2', split: 'train', index, seed: 5, settings: {} },
        ...{ labels: { run: 'r', note: 'n' }, open_key: `m-${random.integer(0, 1e9)}` },
      },
    },
    {
      method: 'episode.step',
      params: { episode_id, seq: nextSeq, action: actionFor(raid, episode) },
    },
    { method: 'episode.resume', params: { episode_id, resume_key: episode.key } },
    {
      method: 'episode.fork',
      params: { episode_id, position: 0, labels: { run: 'f' }, open_key: `f-${index}` },
    },
    { method: 'episode.close', params: { episode_id, reason: 'token_budget' } },
    { method: 'episode.watch', params: { episode_id, from: 0 } },
    { method: 'episode.unwatch', params: { episode_id } },
  ])
}

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

function containersOf(value: unknown): Container[] {
  if (!isContainer(value)) return []
  return [value, ...Object.values(value).flatMap(containersOf)]
}

const HOLE = '@hole@'

const EXTRA_KEYS = ['__proto__', 'constructor', 'toString', 'then', '', 'x'.repeat(9_000), '\u0000']

/** Sets an own member, also one named `__proto__`. */
function setMember(container: Container, key: string, value: unknown): void {
  const described = { value, enumerable: true, writable: true, configurable: true }
  Object.defineProperty(container, key, described)
}

/** The text of a value with one member replaced, left out, wrapped or added. */
export function mutated({ random }: Raid, value: unknown): string {
  const copy = JSON.parse(JSON.stringify(value)) as unknown
  const container = random.pick(containersOf(copy))
  const key = random.pick([...Object.keys(container), ''])
  const kind = random.pick(['replace', 'replace', 'replace', 'delete', 'wrap', 'add'])
  if (kind === 'add' || key === '') setMember(container, random.pick(EXTRA_KEYS), HOLE)
  else if (kind === 'delete') delete (container as Record<string, unknown>)[key]
  else if (kind === 'wrap') setMember(container, key, [(container as Record<string, unknown>)[key]])
  else setMember(container, key, HOLE)
  return JSON.stringify(copy).replaceAll(`"${HOLE}"`, () => random.pick(HOSTILE_JSON))
}
