import { callText } from '../frames.ts'
import type { Attack } from '../raid.ts'
import { HOSTILE_JSON } from '../tables/hostile-values.ts'

const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

const hermes = (name: string, given: string): string =>
  `<tool_call>{"name":"${name}","arguments":${given}}</tool_call>`

const TOOLS = ['enter_code', 'phone_call', 'company_directory', 'auth_info_form', 'toString']

/** Turns whose content or arguments are hostile: outcomes that a model reads, or faults. */
export const TURN_ATTACKS: readonly Attack[] = [
  {
    name: 'hostile arguments',
    async run(raid) {
      const { id: episode_id } = await raid.own()
      const given = raid.random.pick(HOSTILE_JSON)
      const name = raid.random.pick(TOOLS)
      const text = raid.random.chance(0.5) ? JSON.stringify(given) : given
      const wanted = `{"name":"${name}","arguments":${text}}`
      const called = `{"id":"a","type":"function","function":${wanted}}`
      const params = `{"episode_id":"${episode_id}","action":{"tool_calls":[${called}]}}`
      const frame = `{"jsonrpc":"2.0","id":1,"method":"episode.step","params":${params}}`
      await (await raid.socket()).exchange(frame)
    },
  },
  {
    name: 'raw model text',
    async run(raid) {
      const { id: episode_id } = await raid.own()
      const name = raid.random.pick(TOOLS)
      const text = raid.random.pick([
        hermes(name, raid.random.pick(HOSTILE_JSON)),
        hermes(name, nested('{"a":', '}', 1_600)),
        hermes(name, nested('[', ']', 4_900)),
        hermes(name, `{"a":${nested('[', ']', 4_900)}}`),
        hermes(name, `{"a":${nested('[', ']', 7_900)}}`),
        '<tool_call>'.repeat(900),
        '</think><think>'.repeat(600),
        `${'<tool_call>{"name":"x"}</tool_call>'.repeat(70)}`,
        '\u0000\ud800',
      ])
      const socket = await raid.socket()
      await socket.call('episode.step', { episode_id, action: { text } })
      await socket.call('episode.resume', { episode_id })
    },
  },
  {
    name: 'long turns',
    async run(raid) {
      const { id: episode_id } = await raid.own()
      const content = raid.random.pick(['a', '\u0000', '\u2028', '😀', '"']).repeat(10_500)
      const turn = { episode_id, action: { content } }
      await (await raid.socket()).exchange(callText('episode.step', turn))
    },
  },
  {
    name: 'many calls in a turn',
    async run(raid) {
      const episode = await raid.own()
      const call = { type: 'function', function: { name: 'enter_code', arguments: '{"code":"0"}' } }
      const count = raid.random.pick([5, 64, 65, 200])
      const tool_calls = Array.from({ length: count }, () => ({ id: 'same', ...call }))
      const turn = { episode_id: episode.id, action: { tool_calls } }
      await (await raid.socket()).exchange(callText('episode.step', turn))
    },
  },
]
