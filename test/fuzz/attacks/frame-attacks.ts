import { type Attack, frames } from '../attack.ts'
import { brokenCall, hostileText, nested, plainCall } from '../hostile-values.ts'

const METHODS = ['constructor', '__proto__', 'toString', 'episode', 'episode.', 'env.lists', '']

const repeated = (count: number, make: () => string): string[] =>
  Array.from({ length: count }, make)

/** Frames that are wrong in themselves. */
export const FRAME_ATTACKS: readonly Attack[] = [
  frames('malformed JSON', ({ random }) =>
    repeated(5, () => {
      const call = plainCall(random)
      const at = random.integer(0, call.length - 1)
      const cut = random.chance(0.5) ? call.slice(0, at) : call.slice(at + 1)
      return random.chance(0.2) ? `${call}${hostileText(random)}` : cut
    }),
  ),
  frames('values out of place', ({ random, victims }) =>
    repeated(10, () => brokenCall(random, random.chance(0.5) ? undefined : victims[0])),
  ),
  frames('no call at all', ({ random }) => repeated(5, () => hostileText(random))),
  frames('unknown methods', ({ random }) =>
    repeated(5, () => {
      const method = JSON.stringify(random.pick(METHODS))
      return `{"jsonrpc":"2.0","id":1,"method":${method},"params":${hostileText(random)}}`
    }),
  ),
  frames('deep nesting', ({ random }) =>
    repeated(3, () => {
      const deep = nested(random)
      return random.pick([
        deep,
        `[${deep}]`,
        `{"jsonrpc":${deep},"id":1,"method":"env.list"}`,
        `{"jsonrpc":"2.0","id":${deep},"method":"env.list"}`,
        `{"jsonrpc":"2.0","id":1,"method":${deep}}`,
        `{"jsonrpc":"2.0","id":1,"method":"env.list","params":${deep}}`,
        `{"jsonrpc":"2.0","id":1,"method":"env.list","other":${deep}}`,
      ])
    }),
  ),
  frames('batches', ({ random }) => {
    const one = (): string =>
      random.pick([plainCall(random), brokenCall(random), hostileText(random)])
    const size = random.pick([0, 1, 2, 17, 64, 65, 300])
    const same = plainCall(random)
    const batch = random.chance(0.3) ? repeated(size, () => same) : repeated(size, one)
    return [`[${batch.join(',')}]`, `[[${batch.slice(0, 20).join(',')}]]`]
  }),
  frames('the same id many times', ({ random }) => {
    const call = plainCall(random)
    return repeated(20, () => call)
  }),
  frames('a flood', ({ random }) => repeated(400, () => plainCall(random))),
  {
    name: 'binary frames',
    async run({ socket, random }) {
      socket.socket.send(Buffer.from(plainCall(random)), { binary: true })
      socket.socket.send(Buffer.from([0, 255, 254, 1]), { binary: true })
      await socket.burst([])
    },
  },
]
