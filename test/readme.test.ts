// Guards that what the README and the page of clients show runs, and that what they name exists.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../src/env/registry.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { startBuilt } from './support/built-server.ts'
import { codeBlocks, codeRows } from './support/documents.ts'
import { ROOT, readText } from './tidy/files.ts'

const README = 'README.md'
const folder = mkdtempSync(join(tmpdir(), 'backchannel-readme-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the first episode', () => {
  it('fails without a detail and succeeds with it, in TypeScript', async () => {
    const server = await startBuilt()
    try {
      mkdirSync(join(folder, 'node_modules'))
      symlinkSync(ROOT, join(folder, 'node_modules/backchannel-rl'))
      const file = join(folder, 'episode.mts')
      const [code = ''] = codeBlocks('docs/clients.md', 'ts')
      writeFileSync(file, code.replace('http://127.0.0.1:8000', server.url))
      const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs')
      const { stdout } = await promisify(execFile)(process.execPath, [tsx, file], { cwd: folder })
      const results = stdout.match(/^reward .*, success [01]$/gm) ?? []
      expect(results.map((line) => line.at(-1))).toEqual(['0', '1'])
    } finally {
      await server.stop()
    }
  })
})

describe('what the README names', () => {
  const pages = [README, 'docs/command-line.md', 'docs/operate.md'].map(
    (page) => readText(page).text,
  )

  it('are commands that exist', () => {
    const commands = pages.join('\n').matchAll(/bin\/backchannel ([a-z-]+)|`backchannel ([a-z-]+)/g)
    for (const [, first, second] of commands) {
      expect(existsSync(join(ROOT, `src/cli/${first ?? second}.ts`)), first ?? second).toBe(true)
    }
  })

  it('are the environments of the registry', () => {
    const named = codeRows(README).map((row) => row.name)
    for (const { id } of ENVIRONMENTS) expect(named).toContain(id)
  })

  it('are the settings with their defaults', () => {
    const { limits, groups, keys, adapters, ...settings } = configSchema.parse({})
    const expected: Record<string, string> = { data: 'the shipped data' }
    for (const name of Object.keys(configSchema.shape)) {
      const value = (settings as Record<string, unknown>)[name]
      if (['string', 'number', 'boolean'].includes(typeof value)) expected[name] = `\`${value}\``
      else if (value !== undefined) expected[name] = 'none'
    }
    const { feedback, ...times } = groups
    for (const [name, value] of Object.entries({ critique_profile: undefined, ...times })) {
      expected[`groups.${name}`] = value === undefined ? 'none' : `\`${value}\``
    }
    const leftOut = { waves: undefined, when: undefined, hint_steps: undefined }
    for (const [name, value] of Object.entries({ ...leftOut, ...feedback })) {
      expected[`groups.feedback.${name}`] = value === undefined ? 'none' : `\`${value}\``
    }
    for (const [name, value] of Object.entries(limits)) expected[`limits.${name}`] = `\`${value}\``
    for (const [name, value] of Object.entries(keys)) expected[`keys.${name}`] = `\`${value}\``
    for (const [name, on] of Object.entries(adapters)) expected[`adapters.${name}`] = `\`${on}\``
    const rows = codeRows('docs/operate.md')
    expect(Object.fromEntries(rows.map(({ name, cells }) => [name, cells[1]]))).toEqual(expected)
  })
})
