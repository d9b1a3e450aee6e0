/** Guards replay, export and fork from a store, a file and a server, and what they report. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import { type InProcessServer, startInProcess } from '../../test/support/in-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { connect } from '../client/client.ts'
import { type LogFileRow, rowLine } from '../datasets/log-file.ts'
import { rowHash } from '../env/row.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-logs-'))
const db = join(folder, 'store.db')
const data = join(folder, 'no-data')
const file = join(folder, 'logs.jsonl')
const call = (name: string, given: object) => ({
  content: 'Let me see.\nYes.',
  tool_calls: [
    { id: 'c', type: 'function' as const, function: { name, arguments: given as never } },
  ],
})
let server: InProcessServer
let won = ''
let left = ''

beforeAll(async () => {
  mkdirSync(data)
  server = await startInProcess({ db })
  const client = await connect({ url: server.url })
  const labels = { run: 'first' }
  const winner = await client.open({ env: 'mock-v1', split: 'val', index: 0, labels })
  const read = await winner.step(call('read_code', {}))
  const code = /\d{3}/.exec(read.messages[0]?.content ?? '')?.[0] ?? ''
  await winner.step(call('enter_code', { code }))
  const leaver = await client.open({ env: 'mock-v1', split: 'train', index: 5 })
  await leaver.step({ text: '<think>no</think>Hello?' })
  await leaver.close()
  won = winner.id
  left = leaver.id
  await client.close()
  expect((await runCommand('export', '--db', db, '--output', file)).code).toBe(0)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

it('shows an episode step by step, the same from everywhere', async () => {
  const { out, code } = await runCommand('replay', won, '--db', db)
  expect(code).toBe(0)
  expect(out).toMatch(/^episode ep_\w+\nmock-v1, revision 1, task val-000000, split val, /)
  expect(out).toContain('labels run=first')
  expect(out).toContain(
    '\nstep 2, reward 1\n  agent: Let me see.\n    Yes.\n  agent calls enter_code',
  )
  expect(out).toMatch(/\nterminated: completed\nscore 1: opened 1, wrong_codes 0\nmetrics: .*/)
  expect((await runCommand('replay', won, '--url', server.url)).out).toBe(out)
  expect((await runCommand('replay', won, '--file', file)).out).toBe(out)
  const closed = (await runCommand('replay', left, '--db', db)).out
  expect(closed).toContain('agent, raw: <think>no</think>Hello?')
  expect(closed).toMatch(/closed from outside\n\ntruncated: client_closed/)
  const json = JSON.parse((await runCommand('replay', won, '--db', db, '--json')).out)
  expect(json).toHaveLength(3)
  expect(json[2].payload.end).toEqual({ kind: 'terminated', reason: 'completed' })
})

it('waits between steps for a time or a line', async () => {
  const startMs = performance.now()
  expect((await runCommand('replay', won, '--db', db, '--pace', '60ms')).code).toBe(0)
  expect(performance.now() - startMs).toBeGreaterThan(110)
  const child = spawnCommand(['replay', won, '--db', db, '--pace', 'key'])
  expect((await finished(child, '\n\n')).out).toMatch(/terminated: completed/)
})

it('verifies one episode, or all, from everywhere', async () => {
  for (const source of [
    ['--db', db],
    ['--url', server.url],
    ['--file', file],
  ]) {
    const one = await runCommand('replay', won, '--verify', ...source)
    expect(one).toMatchObject({ code: 0, out: `episode ${won}: plays as recorded (3 rows)\n` })
    const all = await runCommand('replay', '--all', ...source, '--json')
    expect(all.code).toBe(0)
    expect(JSON.parse(all.out)).toMatchObject({ episodes: 2, rows: 6, verified: 2, findings: [] })
  }
})

it('finds a broken chain, a difference and a missing world', async () => {
  const text = readFileSync(file, 'utf8')
  const broken = join(folder, 'broken.jsonl')
  writeFileSync(broken, text.replace('The box is open', 'The box is shut'))
  const chain = await runCommand('replay', won, '--verify', '--file', broken)
  expect(chain.code).toBe(1)
  expect(chain.out).toMatch(/broken chain: the hash chain breaks at position 2/)
  writeFileSync(broken, text.slice(text.indexOf('\n') + 1))
  const worldless = await runCommand('replay', '--all', '--file', broken)
  expect(worldless.code).toBe(0)
  expect(worldless.out).toMatch(/its world is missing\n.*\n.*0 verified.* 2 unverifiable/s)
  writeFileSync(broken, withMendedChain(text))
  const different = await runCommand('replay', won, '--verify', '--file', broken)
  expect(different.code).toBe(1)
  expect(different.out).toMatch(
    /differs at position 2, messages\.0\.content\n {2}recorded: "The box is shut\."\n.*open/,
  )
})

/** Changes a recorded row and repairs the hash chain, as if the environment had changed. */
function withMendedChain(text: string): string {
  const lines = text.split('\n').map((line) => {
    if (!line.includes('box is open')) return line
    const row = JSON.parse(line) as LogFileRow
    const payload = row.payload.replace('box is open', 'box is shut')
    const hash = rowHash(row.previous_hash, row.episode_id, row.position, row.kind, payload)
    return rowLine({ ...row, payload, hash }).trimEnd()
  })
  return lines.join('\n')
}

it('exports what is asked for, with the worlds', async () => {
  const kinds = (text: string): string[] =>
    text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind)
  expect(kinds(readFileSync(file, 'utf8'))).toEqual([
    ...['world', 'opened', 'stepped', 'stepped'],
    ...['opened', 'stepped', 'closed'],
  ])
  for (const source of [
    ['--db', db],
    ['--url', server.url],
  ]) {
    for (const words of [
      ['--success', 'true'],
      ['--run', 'first'],
      ['--split', 'val'],
    ]) {
      const { out } = await runCommand('export', ...source, ...words, '--output', '-')
      expect(kinds(out)).toEqual(['world', 'opened', 'stepped', 'stepped'])
      expect(out).toContain(won)
    }
  }
  const none = await runCommand('export', '--db', db, '--env', 'other-v1', '--output', '-')
  expect(none).toMatchObject({ out: '', err: 'Wrote 0 episodes, 0 rows, 0 worlds.\n' })
})

it('forks on a server and in a store', async () => {
  for (const source of [
    ['--db', db],
    ['--url', server.url],
  ]) {
    const words = ['fork', won, '--at', '1', ...source, '--json']
    const places = source[0] === '--db' ? ['--data', data] : []
    const { out, code } = await runCommand(...words, ...places)
    expect(code).toBe(0)
    const fork = JSON.parse(out)
    expect(fork).toMatchObject({ parent: won, position: 1, next_seq: 2 })
    const shown = await runCommand('replay', fork.episode_id, '--db', db)
    expect(shown.out).toContain(`fork of ${won} after step 1`)
  }
})

it('says what it cannot do', async () => {
  const missing = join(folder, 'missing.db')
  const empty = join(folder, 'empty.db')
  writeFileSync(empty, '')
  const ending =
    /cannot be written to x\.foo: its name does not end in \.jsonl or \.parquet\nName a/
  const expected: readonly (readonly [readonly string[], RegExp])[] = [
    [['replay', 'ep_x', '--db', db], /there is no episode ep_x in /],
    [['replay', '--db', db], /several episodes in .*\nGive the id of one, or --all/],
    [['replay', won, '--all', '--db', db], /contradict each other/],
    [['replay', won, '--db', db, '--file', file], /--db and --file name different sources/],
    [['replay', won, '--db', missing], /there is no event store at /],
    [['replay', '--file', join(folder, 'x.jsonl')], /x\.jsonl: there is no such file/],
    [['replay', won, '--db', db, '--pace', 'fast'], /Write a duration such as 500ms/],
    [['fork', won, '--at', '2', '--url', server.url], /can be forked after steps 0 to 1, not/],
    [['episodes', 'list', '--db', empty], /empty\.db is an empty file and no event store; give/],
    [['export', '--db', empty, '--out', '-'], /is an empty file and no event store/],
    [['export', '--db', db, '--format', 'sft', '--out', 'x.foo'], ending],
    [
      ['export', '--db', db, '--out', 'x.parquet'],
      /does not end in \.jsonl\nName .* or give - for/,
    ],
    [['fork', won, '--at', '0', '--db', missing], /there is no event store at /],
    [['export', '--db', db, '--output', join(file, 'in-a-file.jsonl')], /logs\.jsonl: /],
    [['export', '--db', db, '--success', 'yes', '--output', '-'], /Write true or false/],
  ]
  for (const [words, message] of expected) {
    const { err, code } = await runCommand(...words)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  }
})

it('shows control characters of a model by their codes, and keeps them in JSON', async () => {
  const client = await connect({ url: server.url })
  const episode = await client.open({ env: 'mock-v1', split: 'val', index: 1 })
  const content = 'a\u001B[2J\u009Bm\u202Eb\rc\nd\te'
  const hostile = { ...call('x\u001B]0;t\u0007', {}), content, reasoning_content: 'e\u001B[5m' }
  await episode.step(hostile)
  await client.close()
  const { out } = await runCommand('replay', episode.id, '--db', db)
  expect(out).toContain('agent: a⟨U+001B⟩[2J⟨U+009B⟩m⟨U+202E⟩b⟨U+000D⟩c\n    d\te\n')
  expect(out).toContain('There is no tool named "x⟨U+001B⟩]0;t⟨U+0007⟩"')
  expect(out).toMatch(/^[\n\t\P{C}]*$/u)
  const { out: json } = await runCommand('replay', episode.id, '--db', db, '--json')
  expect(JSON.parse(json)[1].payload.action.content).toBe(content)
})
