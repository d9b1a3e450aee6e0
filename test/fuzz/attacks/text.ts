import { METHODS } from '../../../src/wire/rpc.ts'
import { callText, mutated, validCall } from '../frames.ts'
import type { Attack } from '../raid.ts'
import {
  HOSTILE_JSON,
  NOT_CALLS,
  NOT_JSON,
  ODD_PARAMS,
  UNKNOWN_METHODS,
} from '../tables/hostile-values.ts'

/** Messages that are wrong as text, as JSON or as calls; the socket must outlive them all. */
export const TEXT_ATTACKS: readonly Attack[] = [
  {
    name: 'malformed JSON',
    run: async (raid) => void (await (await raid.socket()).exchange(raid.random.pick(NOT_JSON))),
  },
  {
    name: 'truncated JSON',
    async run(raid) {
      const { method, params } = await validCall(raid)
      const text = callText(method, params)
      await (await raid.socket()).exchange(text.slice(0, raid.random.integer(0, text.length - 1)))
    },
  },
  {
    name: 'flipped characters',
    async run(raid) {
      const { method, params } = await validCall(raid)
      const units = [...callText(method, params)]
      for (let left = raid.random.integer(1, 4); left > 0; left--) {
        const place = raid.random.integer(0, units.length - 1)
        units[place] = String.fromCharCode(raid.random.integer(1, 127))
      }
      await (await raid.socket()).exchange(units.join(''))
    },
  },
  {
    name: 'mutated calls',
    async run(raid) {
      const { method, params } = await validCall(raid)
      const id = raid.random.integer(1, 1_000)
      const text = mutated(raid, { jsonrpc: '2.0', id, method, params })
      await (await raid.socket()).exchange(text)
    },
  },
  {
    name: 'no calls',
    run: async (raid) => void (await (await raid.socket()).exchange(raid.random.pick(NOT_CALLS))),
  },
  {
    name: 'unknown methods',
    async run(raid) {
      await (await raid.socket()).exchange(callText(raid.random.pick(UNKNOWN_METHODS), {}))
    },
  },
  {
    name: 'odd params',
    async run(raid) {
      const method = raid.random.pick(Object.keys(METHODS))
      const params = raid.random.pick(ODD_PARAMS)
      const text = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
      await (await raid.socket()).exchange(text)
    },
  },
  {
    name: 'odd ids',
    async run(raid) {
      const id = raid.random.pick(HOSTILE_JSON)
      const text = `{"jsonrpc":"2.0","id":${id},"method":"env.list"}`
      await (await raid.socket()).exchange(text)
    },
  },
  {
    name: 'equal ids',
    async run(raid) {
      const socket = await raid.socket()
      for (let count = 0; count < 5; count++) socket.fire(callText('env.list', {}, 'same'))
      await socket.settle()
    },
  },
]
