// Guards that the tutorial's code, taken from the page alone, is generated for, checked and played.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../src/client/client.ts'
import { finished, spawnCommand } from './support/command-process.ts'
import { codeBlocks } from './support/documents.ts'
import { startServe } from './support/serve-process.ts'

const PAGE = 'docs/environments.md'
const FILES = { 'world.mjs': 8, 'audit.mjs': 6, 'environment.mjs': 1 }

const scratch = mkdtempSync(join(tmpdir(), 'backchannel-tutorial-'))
const WORLD = ['--environment', './environment.mjs']
const run = (...words: string[]) => finished(spawnCommand(words, scratch))

beforeAll(() => {
  const blocks = codeBlocks(PAGE, 'js')
  for (const [file, count] of Object.entries(FILES)) {
    writeFileSync(join(scratch, file), blocks.splice(0, count).join('\n'))
  }
  expect(blocks).toEqual([])
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('the tutorial', () => {
  it('shows what new-environment writes', () => {
    for (const file of Object.keys(FILES)) {
      const written = readFileSync(new URL(`../template/${file}`, import.meta.url), 'utf8')
      expect(readFileSync(join(scratch, file), 'utf8')).toBe(written)
    }
  })

  it('has data generated for its environment, and passes conformance on it', async () => {
    const data = ['--output-dir', './data', '--num-train-tasks', '20']
    const made = await run('generate', ...WORLD, '--env', 'my-world-v1', ...data)
    expect([made.code, made.err]).toEqual([0, expect.stringContaining('Wrote 120 tasks')])
    const search = ['--search-episodes', '500']
    const checked = await run('conformance', ...WORLD, '--data', './data', ...search)
    expect([checked.code, checked.out]).toEqual([0, expect.not.stringContaining('FAIL')])
    expect(checked.out).toMatch(/^my-world-v1, 80 tasks\n/)
    expect(checked.out).not.toContain('is missing')
  })

  it('has a first world of one file under 80 lines, and names what stays unchecked', async () => {
    const source = readFileSync(join(scratch, 'world.mjs'), 'utf8')
    expect(source.trimEnd().split('\n').length).toBeLessThan(80)
    const first = ['--environment', './world.mjs', '--data', './data', '--search-episodes=0']
    const checked = await run('conformance', ...first)
    expect([checked.code, checked.out]).toEqual([0, expect.not.stringContaining('FAIL')])
    for (const name of ['solve', 'hiddenVariant', 'sampleActions', 'floor']) {
      expect(checked.out).toContain(`note  audit.${name} is missing: `)
    }
    expect(checked.out).not.toContain('the oracle wins')
  })

  it('is measured by a policy, and its episodes and tasks become rows to train on', async () => {
    const played = ['--env', 'my-world-v1', '--policy', 'my-world-halving', '--data', './data']
    const measured = await run('evaluate', ...WORLD, ...played, '--tasks', '3', '--json')
    expect([measured.code, measured.err]).toEqual([0, ''])
    expect(JSON.parse(measured.out).segments[0].clean.rate).toBe(1)
    const stored = ['--count', '3', '--db', './own.db']
    expect((await run('rollout', ...WORLD, ...played, ...stored)).code).toBe(0)
    const rows = async (format: string, ...words: string[]) => {
      const out = `./${format}.jsonl`
      const written = await run('export', ...WORLD, '--format', format, ...words, '--out', out)
      expect([written.code, written.out]).toEqual([0, ''])
      const lines = readFileSync(join(scratch, out), 'utf8').trimEnd().split('\n')
      return lines.map((line) => JSON.parse(line))
    }
    const taught = await rows('sft', '--db', './own.db')
    expect(taught).toHaveLength(3)
    expect(taught[0].tools[0].function.name).toBe('guess')
    expect(await rows('rl', '--env', 'my-world-v1', '--data', './data')).toHaveLength(20)
  })

  it('cannot be solved by the oracle without a solver, which is said before it plays', async () => {
    const words = ['--environment', './world.mjs', '--env', 'my-world-v1', '--data', './data']
    const { code, err } = await run('rollout', ...words, '--policy', 'oracle')
    expect([code, err]).toEqual([2, expect.stringContaining('which has no audit.solve\n')])
  })

  it('has its environment served and played over the wire, and the log verifies', async () => {
    writeFileSync(join(scratch, 'backchannel.config.yaml'), 'environments: [./environment.mjs]\n')
    const { child: server, url } = await startServe(['--data', './data'], scratch)
    const ended = finished(server)
    const client = await connect({ url })
    const episode = await client.open({ env: 'my-world-v1', split: 'val', index: 3 })
    const highest = /from 1 to (\d+)/.exec(episode.messages.at(-1)?.content ?? '')?.[1]
    expect(highest).toBe('1000')
    let [low, high] = [1, Number(highest)]
    for (let turn = 1; low <= high; turn++) {
      const number = Math.floor((low + high) / 2)
      const called = { name: 'guess', arguments: { number } }
      const tool_calls = [{ id: `call_${turn}`, type: 'function' as const, function: called }]
      const { messages, reward, terminated } = await episode.step({ tool_calls })
      const said = messages[0]?.content ?? ''
      expect(reward).toBe(terminated ? 1 : 0)
      if (terminated) break
      if (said.startsWith('It is higher')) low = number + 1
      else high = number - 1
    }
    expect(low).toBeLessThanOrEqual(high)
    await client.close()
    server.kill('SIGTERM')
    await ended
    const checked = await run('replay', '--all')
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('1 verified')])
  })
})

describe('new-environment', () => {
  it('writes a folder that passes conformance under its own name, not over another', async () => {
    mkdirSync(join(scratch, 'lab'))
    const made = await run('new-environment', 'lab/maze')
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('Wrote maze-v1')])
    const folder = join(scratch, 'lab/maze')
    expect(readdirSync(folder).sort()).toEqual([
      ...['README.md', 'audit.mjs', 'data', 'environment.mjs', 'environment.test.mjs'],
      ...['package.json', 'world.mjs'],
    ])
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).not.toContain('my-world')
    const where = ['--environment', './lab/maze/environment.mjs', '--data', './lab/maze/data']
    const checked = await run('conformance', ...where, '--search-episodes', '500')
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/^maze-v1, 80 tasks\n/)])
    const again = await run('new-environment', 'lab/maze')
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('already exists')])
    const named = await run('new-environment', 'lab/My World')
    expect([named.code, named.err]).toEqual([2, expect.stringContaining('cannot be the name')])
  })
})
