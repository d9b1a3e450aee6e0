// Guards which module a path resolves to, and that all code of an environment is attributed to it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { collectCode } from './code-of.ts'
import { resolveEntry } from './entry-of.ts'

const scratch = mkdtempSync(join(tmpdir(), 'backchannel-entry-'))
afterAll(() => rmSync(scratch, { recursive: true }))

function write(path: string, text: string): string {
  mkdirSync(join(scratch, path, '..'), { recursive: true })
  writeFileSync(join(scratch, path), text)
  return pathToFileURL(join(scratch, path)).href
}

describe('a path stands for', () => {
  it.each([
    ['{"exports": "./world.mjs"}', 'world.mjs'],
    ['{"exports": {".": {"types": "./a.d.ts", "import": "./b.mjs"}}}', 'b.mjs'],
    ['{"exports": {"default": "./c.mjs"}, "main": "d.js"}', 'c.mjs'],
    ['{"main": "lib/e.cjs"}', 'lib/e.cjs'],
  ])('the module that the package.json of its folder names: %s', (text, module) => {
    write('named/package.json', text)
    expect(resolveEntry(join(scratch, 'named'))).toBe(
      pathToFileURL(join(scratch, 'named', module)).href,
    )
  })

  it('a file as it is, and a name without a dot for a package', () => {
    expect(resolveEntry(join(scratch, 'x.mjs'))).toBe(pathToFileURL(join(scratch, 'x.mjs')).href)
    expect(resolveEntry('@lab/world')).toBe('@lab/world')
  })

  it('nothing where a folder is no package, which is said with what to name', () => {
    mkdirSync(join(scratch, 'bare'))
    const bare = join(scratch, 'bare')
    expect(() => resolveEntry(bare)).toThrow(`${bare} is a folder without a package.json`)
    write('broken/package.json', '{')
    expect(() => resolveEntry(join(scratch, 'broken'))).toThrow(/broken\/package\.json: .*JSON/)
  })
})

it('knows what modules of the older kind require, and what is named for later', async () => {
  const inner = write('inner.json', '{"words": ["a"]}')
  const table = write('table.cjs', `module.exports = require('./inner.json')`)
  const later = write('later.mjs', 'export default 1')
  const lazy = write('lazy/index.cjs', 'module.exports = 2')
  const entry = write(
    'entry.mjs',
    `import table from './table.cjs'
    export const load = async (name) => [await import('./later.mjs'), await import(name)]
    export const need = (require) => [require('./lazy'), require('./none'), require('x'), table]`,
  )
  await import(entry)
  expect(collectCode(new Set([entry, table]))).toEqual(new Set([entry, table, inner, later, lazy]))
})
