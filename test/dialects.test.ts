// Guards that an episode keeps the dialect of its opening: over resume, fork, replay and groups.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DIALECT_NAMES, type DialectName } from '../src/env/dialects/index.ts'
import { mockTask } from '../src/env/mock/task.ts'
import type { OpenResult, ResumeResult, StepResult } from '../src/wire/results.ts'
import { finished, spawnCommand } from './support/command-process.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

let server: InProcessServer
let rpc: RpcSocket
beforeAll(async () => {
  server = await startInProcess()
  rpc = await RpcSocket.connect(server.url)
})
afterAll(() => server.stop())

const task = { env: 'mock-v1', split: 'train', index: 3 }
const { code } = mockTask('train', 3)

/** The same call in every dialect: the code as text, though it may look like a number. */
const ENTERS: Readonly<Record<DialectName, string>> = {
  hermes: `<tool_call>{"name": "enter_code", "arguments": {"code": "${code}"}}</tool_call>`,
  qwen3_xml:
    `<tool_call><function=enter_code><parameter=code>\n${code}\n</parameter></function>` +
    '</tool_call>',
  nemotron_3: `Hm.</think><function=enter_code><parameter=code>${code}</parameter></function>`,
  glm:
    '<tool_call>enter_code\n<arg_key>code</arg_key>\n' +
    `<arg_value>${code}</arg_value>\n</tool_call>`,
  llama_json: `{"name": "enter_code", "parameters": {"code": "${code}"}}<|eot_id|>`,
  mistral: `[TOOL_CALLS]enter_code[ARGS]{"code": "${code}"}`,
  deepseek: `<｜tool▁call▁begin｜>enter_code<｜tool▁sep｜>{"code": "${code}"}<｜tool▁call▁end｜>`,
  deepseek_dsml:
    '<｜DSML｜invoke name="enter_code"><｜DSML｜parameter name="code" string="true">' +
    `${code}</｜DSML｜parameter></｜DSML｜invoke>`,
  lfm2: `<|tool_call_start|>[enter_code(code="${code}")]<|tool_call_end|>`,
  harmony: `<|channel|>commentary to=functions.enter_code<|message|>{"code": "${code}"}<|call|>`,
  gemma_4: `<|tool_call>call:enter_code{code:<|"|>${code}<|"|>}<tool_call|>`,
  kimi_k2:
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.enter_code:0' +
    `<|tool_call_argument_begin|>{"code": "${code}"}<|tool_call_end|><|tool_calls_section_end|>`,
}

it.each(DIALECT_NAMES)('%s wins the episode that names it, and replays', async (dialect) => {
  const { episode_id } = await rpc.call<OpenResult>('episode.open', { ...task, dialect })
  const fork = { episode_id, position: 0, open_key: `fork-${dialect}` }
  for (const id of [episode_id, (await rpc.call<ResumeResult>('episode.fork', fork)).episode_id]) {
    const won = await rpc.call<StepResult>('episode.step', {
      episode_id: id,
      action: { text: ENTERS[dialect] },
    })
    expect(won).toMatchObject({ reward: 1, terminated: true })
    const resumed = await rpc.call<ResumeResult>('episode.resume', { episode_id: id })
    const said = resumed.messages.find(({ role }) => role === 'assistant')
    expect(said?.tool_calls?.[0]?.function.name).toBe('enter_code')
    const replayed = await fetch(`${server.url}/v1/episodes/${id}/replay`, { method: 'POST' })
    expect(await replayed.json()).toMatchObject({ verdict: 'verified' })
  }
})

it('reads another dialect as content, and Hermes where none is named', async () => {
  const open = (more: object) => rpc.call<OpenResult>('episode.open', { ...task, ...more })
  const step = (episode_id: string, text: string) =>
    rpc.call<StepResult>('episode.step', { episode_id, action: { text } })
  const other = await open({ dialect: 'glm' })
  expect((await step(other.episode_id, ENTERS.mistral)).terminated).toBe(false)
  const plain = await open({})
  expect((await step(plain.episode_id, ENTERS.hermes)).reward).toBe(1)
})

it('refuses a dialect that there is not, and an open key with another one', async () => {
  const open = (dialect: string) =>
    rpc.call<OpenResult>('episode.open', { ...task, dialect, open_key: 'one-key' })
  await expect(open('klingon')).rejects.toThrow('dialect')
  await open('glm')
  await expect(open('lfm2')).rejects.toThrow('asked for differently')
  const group = { run: 'r', id: 'g', index: 0, size: 2, mode: 'independent', generation: '1' }
  const join = (dialect: string) =>
    rpc.call<OpenResult>('episode.open', { ...task, dialect, group })
  await join('glm')
  await expect(join('lfm2')).rejects.toThrow('asked for differently')
})

it('is shown by the command line, which reads texts too', async () => {
  const run = (words: readonly string[], input = '') =>
    finished(spawnCommand(['dialects', ...words]), input)
  expect((await run([])).out).toContain('qwen3_xml\n  Qwen3-Coder')
  const tools = [
    { function: { name: 'f', parameters: { properties: { n: { type: 'integer' } } } } },
  ]
  const text = '<tool_call>f<arg_key>n</arg_key><arg_value>5</arg_value></tool_call>'
  const lines = [
    { dialect: 'glm', text, tools },
    { dialect: 'none', text },
  ]
  const { out: stdout } = await run(
    ['--read'],
    lines.map((line) => JSON.stringify(line)).join('\n'),
  )
  const [read, refused] = stdout
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
  expect(read.calls[0].function).toEqual({ name: 'f', arguments: { n: 5 } })
  expect(refused.error).toContain('dialect')
})
