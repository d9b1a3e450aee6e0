/** Guards that a model is evaluated in the mode that it was trained in. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { useChatServers } from '../../../test/chat-servers.ts'
import { say } from '../../../test/openai-server.ts'
import { stream } from '../../sim/random.ts'
import { distinctModes } from '../../train-bridge/pipeline/modes.ts'
import { writeRecord } from '../../train-bridge/runs/record.ts'
import { trainedMode } from '../../train-bridge/runs/trained-mode.ts'
import { createPolicy, type PolicyFlags } from '../rollout/policy-of.ts'
import { type ServeFlags, whileServed } from './serve.ts'

const chat = useChatServers()
const runs = mkdtempSync(join(tmpdir(), 'backchannel-modes-'))
afterAll(() => rmSync(runs, { recursive: true }))

const record = (
  run: string,
  thinking: boolean | undefined,
  { output = join(runs, 'out', run), startedMs = 1 } = {},
): void =>
  writeRecord(join(runs, run), {
    ...{ version: 1, run, engine: 'trl', method: 'grpo', model: 'base', environment: null },
    ...{ server_url: null, output },
    ...(thinking === undefined ? {} : { thinking }),
    ...(thinking === false ? { thoughts: 'drop' as const } : {}),
    starts: [{ number: 1, started_ms: startedMs, generation: 'g', stop_asked: false }],
  })
record('off', false)
record('on', true)
record('older', undefined)

const model = (run: string): string => join(runs, 'out', run, 'model')

it('is the mode of the run whose output has the model', () => {
  expect(trainedMode(runs, model('off'))).toEqual({ run: 'off', thinking: false, thoughts: 'drop' })
  expect(trainedMode(runs, model('on'))).toEqual({ run: 'on', thinking: true, thoughts: 'keep' })
  expect(trainedMode(runs, model('older'))).toBeUndefined()
  expect(trainedMode(runs, model('of'))).toBeUndefined()
  expect(trainedMode(runs, 'Qwen/Qwen3-8B')).toBeUndefined()
  expect(trainedMode(join(runs, 'none'), model('on'))).toBeUndefined()
})

it('is that of the innermost output, and of the newest run with this output', () => {
  const outer = join(runs, 'outer')
  record('a-outer', true, { output: outer })
  record('b-inner', false, { output: join(outer, 'inner') })
  record('c-newer', true, { output: join(outer, 'inner'), startedMs: 2 })
  record('d-older', false, { output: join(outer, 'inner'), startedMs: 1 })
  expect(trainedMode(runs, join(outer, 'model'))?.run).toBe('a-outer')
  expect(trainedMode(runs, join(outer, 'inner', 'model'))?.run).toBe('c-newer')
})

it('of several models is every mode once', () => {
  const folder = { runsFolder: runs }
  expect(distinctModes([model('off'), 'base', model('off')], folder)).toEqual([false])
  expect(distinctModes([model('off'), model('on')], folder)).toEqual([false, true])
})

it('is asked of the chat template with every turn, and else nothing is', async () => {
  chat.server.script(say('ok'))
  const model = { env: 'mock-v1', policy: 'openai', model: 'm', baseUrl: [chat.server.baseUrl] }
  const situation = {
    ...{ environment: 'mock-v1', transcript: [], events: [], tools: [] },
    random: stream(7, 1, 'policy'),
  }
  for (const mode of [{ thinking: true }, { thinking: false }, {}]) {
    await createPolicy({ ...model, ...mode }).act(situation)
  }
  expect(chat.server.requests.map(({ body }) => body.chat_template_kwargs)).toEqual([
    { enable_thinking: true, thinking: true },
    { enable_thinking: false, thinking: false },
    undefined,
  ])
})

describe('a served model of a run', () => {
  // A server that answers every request, so that it counts as ready.
  const answer = "process.stdout.write('');require('http').createServer((q,a)=>a.end('{}'))"
  const serveWith = `node -e ${answer}.listen({port},'127.0.0.1')`
  const flags = (more: Partial<PolicyFlags & ServeFlags>) => ({
    ...{ env: 'mock-v1', policy: 'openai', serveWith, serveTimeout: 20_000, runs, ...more },
  })
  const modeFor = (more: { serve: string; thinking?: boolean }) =>
    whileServed(flags(more), new AbortController().signal, async (served) => served.thinking)

  it('is started in the mode of that run, which the program is told', async () => {
    const told = "require('fs').writeFileSync(process.argv[1],process.argv.slice(2).join('+'));"
    const file = join(runs, 'told')
    const asked = flags({ serve: model('off') })
    const words = `${file} {thinking} {thoughts}`
    const serveWith = `node -e ${told}${answer}.listen({port},'127.0.0.1') ${words}`
    await whileServed({ ...asked, serveWith }, new AbortController().signal, async () => undefined)
    expect(readFileSync(file, 'utf8')).toBe('--thinking+off+--thoughts+drop')
  })

  it('has the mode of that run also where another server has it', async () => {
    const outside = { model: model('on'), baseUrl: ['http://127.0.0.1:1/v1'] }
    const work = async (served: PolicyFlags) => served.thinking
    const at = (more: Partial<PolicyFlags>) =>
      whileServed(flags({ ...outside, ...more }), new AbortController().signal, work)
    expect(await at({})).toBe(true)
    expect(await at({ model: 'hub/base' })).toBeUndefined()
    await expect(at({ thinking: false })).rejects.toThrow('trained by the run on')
  })

  it('plays in the mode of that run, and is refused in another', async () => {
    expect(await modeFor({ serve: model('off') })).toBe(false)
    expect(await modeFor({ serve: model('on'), thinking: true })).toBe(true)
    expect(await modeFor({ serve: 'hub/base', thinking: true })).toBe(true)
    await expect(modeFor({ serve: model('off'), thinking: true })).rejects.toThrow(
      'was trained by the run off with thinking off',
    )
    const others = { ...flags({ serve: model('off') }), thoughts: 'keep' } as const
    const work = async (served: PolicyFlags) => served.thoughts
    await expect(whileServed(others, new AbortController().signal, work)).rejects.toThrow(
      'was trained by the run off with thoughts drop',
    )
  })
})
