// Guards environments from outside: what is refused and how, and that changed code plays no log.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtInDataSets } from '../src/datasets/built-in.ts'
import { mock } from '../src/env/mock/index.ts'
import type { AnyEnvironment } from '../src/env/plugin.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { LOCAL } from '../src/server/principal.ts'
import { finished, spawnCommand } from './support/command-process.ts'
import { serveInProcess } from './support/in-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'backchannel-outside-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

cpSync(new URL('../template', import.meta.url), join(scratch, 'world'), { recursive: true })
const HEAD = `import world from './world/environment.mjs'\n`
const run = (...words: string[]) => finished(spawnCommand(words, scratch))

/** Writes a module and runs conformance on it, without the search for exploits. */
function checked(name: string, source: string, module = `./${name}`) {
  writeFileSync(join(scratch, name), source)
  return run('conformance', '--environment', module, '--search-episodes', '0', '--tasks', '2')
}

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['broken.mjs', 'export default {', /\.\/broken\.mjs: .*\(environment\/broken\)/],
  [
    'renamed.mjs',
    `import '${['backchannel', 'env'].join('/')}'`,
    /\(environment\/broken\)\nImport backchannel-rl\/env/,
  ],
  ['number.mjs', 'export default 3', /no environment \(environment\/invalid\)\n.*definePlugin/],
  [
    'newer.mjs',
    `${HEAD}export default { ...world, contract: 99 }`,
    /version 99 of the contract .* has version 2 \(environment\/contract\)/,
  ],
  [
    'splits.mjs',
    `${HEAD}const data = { ...world.data, builtIn: { task: () => 1 } }
    export default { ...world, data }`,
    /data\.builtIn\.splits is missing; it must be an object/,
  ],
  [
    'players.mjs',
    `${HEAD}export default { ...world, teaching: { players: { a: 1 } } }`,
    /players\.a: must/,
  ],
  [
    'floor.mjs',
    `${HEAD}export default { ...world, audit: { floor: {} } }`,
    /floor: must be a func/,
  ],
  ['score.mjs', `${HEAD}export default { ...world, score: 1 }`, /score: must be a function/],
  ['taken.mjs', `${HEAD}export default { ...world, id: 'mock-v1' }`, /mock-v1 already exists/],
  [
    'player.mjs',
    `${HEAD}export default { ...world, teaching: { players: { oracle: () => ({}) } } }`,
    /a player named oracle already \(environment\/taken\)/,
  ],
]

it('are refused by name, with a code and a remedy', async () => {
  const ran = await Promise.all(REFUSED.map(([name, source]) => checked(name, source)))
  ran.forEach(({ code, err }, index) => {
    expect([code, err]).toEqual([2, expect.stringMatching(REFUSED[index]?.[2] as RegExp)])
  })
  const bare = await checked('bare.mjs', HEAD, 'bare.mjs')
  expect(bare.err).toMatch(/there is no bare\.mjs \(environment\/not_found\)\nWrite \.\/bare\.mjs/)
})

const REACHING = `${HEAD}
import { hostname } from 'node:os'
const { platform } = process
const { now } = Date
const Clock = Date
export default {
  ...world,
  id: 'reaching-v1',
  teaching: {},
  data: {
    ...world.data,
    builtIn: {
      splits: { stream: null },
      task: (_, index) => world.data.stream({ format: 1, seed: 1 }, index),
    },
  },
  score(state) {
    now()
    try { new Clock(new Clock(0)) } finally { setTimeout(() => hostname(platform), 0) }
    return world.score(state)
  },
  measure: (state) => (Math.random(), process.env, crypto.randomUUID(), world.measure(state)),
}
`

it('are told of each clock, chance and other thing outside of the episode they use', async () => {
  const { code, out } = await checked('reaching.mjs', REACHING)
  expect([code, out]).toEqual([1, expect.stringContaining('FAIL  no clock, randomness')])
  expect(out.match(/FAIL/g)).toHaveLength(1)
  expect(out).toContain('Date.now, in reaching.mjs:19\n')
  expect(out).toContain('setTimeout, in reaching.mjs:20\n')
  expect(out).toContain('Math.random, in reaching.mjs:23\n')
  expect(out).toContain('process.env, in reaching.mjs:23\n')
  expect(out).toContain('and 2 more')
  expect(out).toContain('process.platform, in reaching.mjs:4\n')
  expect(out).not.toContain('new Date()')
})

it('verify logs of the same code wherever it lies, and none of other code', async () => {
  const world = (folder: string) => ['--environment', `./${folder}/environment.mjs`]
  const data = ['--output-dir', './data', '--env', 'my-world-v1']
  for (const name of ['inner', 'later']) {
    writeFileSync(join(scratch, `world/${name}.cjs`), `module.exports = '${name}'\n`)
  }
  writeFileSync(join(scratch, 'world/table.cjs'), `require('./inner.cjs')\n`)
  const own = join(scratch, 'world/environment.mjs')
  const more = `import './table.cjs'\nexport const later = () => import('./later.cjs')\n`
  writeFileSync(own, `${more}${readFileSync(own, 'utf8')}`)
  await run('generate', ...world('world'), ...data)
  const play = ['--env', 'my-world-v1', '--policy', 'oracle', '--count', '2', '--split', 'val']
  const played = await run('rollout', ...world('world'), '--data', 'data', '--db', 'e.db', ...play)
  expect([played.code, played.err]).toEqual([0, ''])
  const verify = (folder: string) => run('replay', '--all', '--db', 'e.db', ...world(folder))
  cpSync(join(scratch, 'world'), join(scratch, 'moved'), { recursive: true })
  expect((await verify('moved')).out).toContain('2 verified')
  for (const file of ['world.mjs', 'inner.cjs', 'later.cjs']) {
    const path = join(scratch, 'moved', file)
    const before = readFileSync(path, 'utf8')
    writeFileSync(path, `${before}// changed\n`)
    const changed = await verify('moved')
    expect(changed.out).toMatch(/my-world 0\.1\.0 \(digest \w{12}\) when it was played/)
    expect(changed.out).toContain('0 different, 0 with a broken chain, 2 unverifiable')
    writeFileSync(path, before)
  }
})

it('do not go on with an episode that other code began', async () => {
  const db = join(scratch, 'going-on.db')
  const serving = async (digest: string) => {
    const environment: AnyEnvironment = {
      ...mock,
      package: { name: '@lab/box', version: '1.0.0', digest },
    }
    return serveInProcess({
      config: configSchema.parse({ port: 0, db }),
      dataSets: builtInDataSets(),
      environments: [environment],
      log: SILENT_LOG,
    })
  }
  const first = await serving('a'.repeat(64))
  const asked = { env: 'mock-v1', split: 'train', index: 0 }
  const { episode_id } = await first.host.call('episode.open', LOCAL, asked)
  await first.stop()
  const action = { content: 'Is anybody there?' }
  const other = await serving('b'.repeat(64))
  const step = other.host.call('episode.step', LOCAL, { episode_id, action })
  await expect(step).rejects.toMatchObject({ code: 'episode/unverifiable' })
  const report = await other.host.call('episode.replay', LOCAL, { episode_id })
  expect(report).toMatchObject({ verdict: 'unverifiable' })
  await other.stop()
  const same = await serving('a'.repeat(64))
  const { messages } = await same.host.call('episode.step', LOCAL, { episode_id, action })
  expect(messages).toHaveLength(1)
  await same.stop()
})
