import type { RandomStream } from '../../src/sim/random.ts'

/** JSON texts of values that programs stumble over. */
const TEXTS: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e999', '-1e999', '9007199254740993', '1e308'],
  ...['""', '"x"', '[]', '{}', '[[]]', '{"a":{}}', '"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"'],
  ...['"\\u0007\\u001b[31m"', '"\\u202e"', '"__proto__"', '"constructor"', '"../../etc/passwd"'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"a":1}}}', '"ep_"', '"NaN"'],
  ...['"\'; DROP TABLE episode; --"', '{"toString":1}', '{"then":1}', '{"length":1e9}'],
  ...['123456789012345678901234567890', '0.1', '"\\\\"', '{"":""}', '[null]'],
]

/** JSON text of a hostile value. */
export function hostileText(random: RandomStream): string {
  if (random.chance(0.1)) return `"${'x'.repeat(random.integer(1, 20_000))}"`
  if (random.chance(0.1)) return nested(random)
  if (random.chance(0.05)) return `[${'1,'.repeat(random.integer(1, 10_000))}1]`
  return random.pick(TEXTS)
}

/** JSON text with more levels than anybody needs; far more than a recursive reader survives. */
export function nested(random: RandomStream): string {
  const levels = random.pick([31, 33, 200, 5_000, 20_000])
  return random.chance(0.5)
    ? `${'['.repeat(levels)}${']'.repeat(levels)}`
    : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

const GUESS = {
  content: 'hello',
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'enter_code', arguments: { code: '1' } } },
  ],
}
const OPENING = {
  ...{ env: 'mock-v1', split: 'train', index: 7, open_key: 'k' },
  ...{ labels: { run: 'r' }, settings: {} },
}

const CALLS: readonly string[] = Object.entries({
  'env.list': [{}],
  'env.describe': [{ env: 'mock-v1' }],
  'episode.open': [OPENING],
  'episode.step': [
    { episode_id: 'ep_0', seq: 1, action: GUESS },
    { episode_id: 'ep_0', action: { text: '<tool_call>x</tool_call>' } },
  ],
  'episode.resume': [{ episode_id: 'ep_0', resume_key: 'rk_' }],
  'episode.fork': [{ episode_id: 'ep_0', position: 1, seed: 4 }],
  'episode.close': [{ episode_id: 'ep_0', reason: 'token_budget' }],
  'episode.watch': [{ episode_id: 'ep_0', from: 0 }],
}).flatMap(([method, given]) =>
  given.map((params, id) => JSON.stringify({ jsonrpc: '2.0', id, method, params })),
)

/** A call of a right shape, as text; `episode` takes the place of its made-up one. */
export const plainCall = (random: RandomStream, episode = 'ep_0'): string =>
  random.pick(CALLS).replaceAll('ep_0', episode)

/** A call with one value, or one name of a member, put out of place. */
export function brokenCall(random: RandomStream, episode?: string): string {
  const call = plainCall(random, episode)
  const values = [...call.matchAll(/:("[^"]*"|\d+|\{\}|\{|\[)/g)]
  const places = random.chance(0.2) ? [...call.matchAll(/[{,]("[a-z_]+"):/g)] : values
  const match = random.pick(places)
  const [whole, part] = match as unknown as [string, string]
  const start = match.index + whole.indexOf(part)
  const text = whole.endsWith(':') ? '"__proto__"' : hostileText(random)
  const end = part === '{' || part === '[' ? closing(call, start) : start + part.length
  return call.slice(0, start) + text + call.slice(end)
}

/** The place after the bracket that closes the one at `start`; no text above quotes a bracket. */
function closing(text: string, start: number): number {
  let level = 0
  for (let at = start; at < text.length; at++) {
    if ('{['.includes(text[at] as string)) level += 1
    if ('}]'.includes(text[at] as string)) level -= 1
    if (level === 0) return at + 1
  }
  return text.length
}
