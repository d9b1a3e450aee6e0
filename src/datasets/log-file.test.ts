/** Guards that log files come back byte for byte, and that errors name file, line and member. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type LogFileRow, parseLogFile, rowLine, worldLine } from './log-file.ts'

const WORLD = '{"place":"a small room"}'
const HASH = createHash('sha256').update(WORLD).digest('hex')

const opening = JSON.stringify({
  format: 1,
  environment: 'mock-v1',
  task: { id: 'val-000000', split: 'val', index: 0, seed: 0, difficulty: 1, code: '123' },
  world_hash: HASH,
  data_checksum: 'x',
  settings: {},
  seeds: [{ from_step: 0, seed: 0 }],
  limits: { turns_max: 1, tool_calls_per_turn_max: 1, action_characters_max: 1 },
  labels: {},
  request_digest: 'x',
  group: null,
  attempts_shown: [],
  parent: null,
  effects: [],
  messages: [{ role: 'user', content: 'line one\nline two \u2028 “…” \ud83d\ude00' }],
})

const row = (position: number, payload: string, kind: LogFileRow['kind']): LogFileRow => ({
  episode_id: 'ep_1',
  position,
  kind,
  wall_ms: 1_760_000_000_000,
  previous_hash: '',
  hash: `hash ${position}`,
  payload,
})
const step = JSON.stringify({
  action: { text: 'hello' },
  effects: [],
  messages: [],
  reward: 0,
  parts: {},
})
const rows = [row(0, opening, 'opened'), row(1, step, 'stepped')]
const text = worldLine(HASH, WORLD) + rows.map(rowLine).join('')

it('is read byte for byte as it was written', () => {
  const { worlds, episodes } = parseLogFile(text, 'logs.jsonl')
  expect(worlds.get(HASH)).toBe(WORLD)
  expect(episodes.get('ep_1')).toEqual(rows)
  expect(parseLogFile(`\n${text}\n\n`, 'logs.jsonl').episodes.size).toBe(1)
})

it.each([
  ['{', /^logs.jsonl, line 4: not JSON: /],
  ['{"kind":"world","hash":"x","world":{}}', /line 4: world: its hash is 4413/],
  ['{"kind":"opened"}', /line 4: episode_id is missing; it must be a string/],
  [rowLine(row(3, step, 'stepped')), /line 4: episode ep_1 goes on with row 2, not 3; /],
  [rowLine(row(2, opening, 'opened')), /line 4: row 2 of episode ep_1 cannot be of kind "opened"/],
  [rowLine(row(2, '{', 'stepped')), /line 4, payload: not JSON/],
  [
    rowLine(row(2, '{"action":1}', 'stepped')),
    /line 4, payload: action must be an object.*; it is 1/,
  ],
  [
    rowLine({ ...row(2, step, 'stepped'), wall_ms: 'x' as never }),
    /line 4: wall_ms must be a number; it is "x"/,
  ],
])('says what is wrong with %s', (line, message) => {
  expect(() => parseLogFile(text + line, 'logs.jsonl')).toThrow(message)
})
