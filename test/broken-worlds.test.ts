// Guards that a mistake in an environment ends its own episode only, and that the log names it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { mock } from '../src/env/mock/index.ts'
import type { AnyEnvironment } from '../src/env/plugin.ts'
import { ENVIRONMENTS } from '../src/env/registry.ts'
import { next } from '../src/env/transition.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import type { OpenResult } from '../src/wire/results.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

/** A tool message with any content, as an author in JavaScript may return it. */
const says = (content: unknown) => ({
  step: (state: object) => next(state, [{ role: 'tool', tool_call_id: 'a', content }] as never),
})
const BROKEN = {
  number: [says(42), 'step: the content of a message is 42, not text'],
  missing: [says(undefined), 'step: the content of a message is undefined, not text'],
  huge: [says('x'.repeat(1_000_001)), 'step: its messages have 1000001 characters'],
  thrown: [{ step: () => undefined as never }, 'Cannot read properties of undefined'],
  measured: [
    { measure: () => ({ success: 0, wrong_codes: Number.NaN }) },
    'measure: wrong_codes is NaN',
  ],
} as const
const worlds = Object.entries(BROKEN).map(
  ([name, [members]]) => ({ ...mock, id: `${name}-v1`, ...members }) as AnyEnvironment,
)

/** What the log got: the fields of its errors. */
const errors: Readonly<Record<string, unknown>>[] = []
const log = { ...SILENT_LOG, error: (fields: object) => void errors.push({ ...fields }) }
let server: InProcessServer
let rpc: RpcSocket
beforeAll(async () => {
  const dataSets = builtInDataSets([...ENVIRONMENTS, ...worlds])
  const config = configSchema.parse({ db: ':memory:' })
  server = await serveInProcess({
    config,
    dataSets,
    environments: [...ENVIRONMENTS, ...worlds],
    log,
  })
  rpc = await RpcSocket.connect(server.url)
})
afterAll(() => server.stop())

const open = async (env: string): Promise<string> => {
  const place = { env, split: 'train', index: 3 }
  return (await rpc.call<OpenResult>('episode.open', place)).episode_id
}
const action = {
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'enter_code', arguments: { code: '1' } } },
  ],
}

it('an environment that returns nonsense faults its episode, and others go on', async () => {
  const sound = await open('mock-v1')
  for (const [name, [, message]] of Object.entries(BROKEN)) {
    errors.length = 0
    const episode = await open(`${name}-v1`)
    const played = [
      await rpc.fault('episode.step', { episode_id: episode, action }),
      await rpc.fault('episode.close', { episode_id: episode }),
    ]
    expect([name, played]).toEqual([name, expect.arrayContaining(['episode/faulted'])])
    expect(errors).toEqual([
      {
        environment: `${name}-v1`,
        task: 'train-000003',
        episode,
        error: expect.stringContaining(message),
      },
    ])
    // The place in the environment's code, or in the kernel that refused its result.
    expect(errors[0]?.error).toMatch(/\n +at /)
  }
  expect(await rpc.fault('episode.step', { episode_id: sound, action })).toBe('none')
})
