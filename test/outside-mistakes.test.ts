// Guards that no mistake in an environment makes a failed check of it look like a success.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { finished, spawnCommand } from './support/command-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'backchannel-mistakes-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

cpSync(new URL('../template', import.meta.url), join(scratch, 'world'), { recursive: true })

/** Starts conformance on the template with other members, without the search for exploits. */
function start(name: string, members: string, before = '') {
  const source = `import world from './world/environment.mjs'
    ${before}
    const make = world.data.stream
    const task = (_, index) => make({ format: 1, seed: 1 }, index)
    const builtIn = { splits: { stream: null }, task }
    export default { ...world, id: '${name}-v1', teaching: {}, data: { ...world.data, builtIn },
      ${members} }`
  writeFileSync(join(scratch, `${name}.mjs`), source)
  const words = ['--environment', `./${name}.mjs`, '--search-episodes', '0', '--tasks', '2']
  return spawnCommand(['conformance', ...words, '--json'], scratch)
}

it('fails if the environment ends the program, while it loads or while it plays', async () => {
  const ran = await Promise.all([
    finished(start('playing', 'open: () => process.exit(0)')),
    finished(start('loading', '', 'process.exit(0)')),
  ])
  for (const { code, err } of ran) {
    expect([code, err]).toEqual([2, expect.stringContaining('Remove calls of process.exit')])
  }
})

it('prints JSON alone if the environment prints', async () => {
  const score = 'score: (state) => (console.log(state), { found: state.found ? 1_000 : 0 })'
  const { code, out, err } = await finished(start('talking', score))
  expect([code, JSON.parse(out)]).toMatchObject([0, [{ env: 'talking-v1' }]])
  expect(err).toContain('{ guesses: 0, found: false }')
})

it('keeps the exit code of a failed check if nobody reads its output', async () => {
  const child = start('unread', 'measure: () => ({})')
  child.stdout.destroy()
  const { code } = await finished(child)
  expect(code).toBe(1)
})

it('finds a promise that rejects after a step, which would end a server', async () => {
  const score = "score: () => (Promise.reject(new Error('too late')), { found: 0 })"
  const { code, out } = await finished(start('rejecting', score))
  expect(code).toBe(1)
  expect(out).toContain('a promise rejects and nobody handles it: too late')
})

it('names the part that definePlugin lacks', async () => {
  const before =
    "import { definePlugin } from 'backchannel-rl/env'; definePlugin({ environment: {} })"
  const { code, err } = await finished(start('partless', '', before))
  expect([code, err]).toEqual([2, expect.stringContaining('definePlugin: data is undefined')])
})

it('refuses two tools of one name, of which one could never be called', async () => {
  const { code, err } = await finished(start('doubled', 'tools: [...world.tools, ...world.tools]'))
  expect([code, err]).toEqual([2, expect.stringContaining('tools: must have different names')])
})
