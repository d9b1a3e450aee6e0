// Guards that the q interpreter works alone, as its page shows.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import * as library from './index.ts'

const ROOT = import.meta.dirname

/** The imports of a file that are outside the folder, and modules of Node. */
function foreignImports(path: string, text: string): string[] {
  return [...text.matchAll(/ from '([^']+)'/g)]
    .map(([, target = '']) => (target.startsWith('.') ? resolve(path, '..', target) : target))
    .map((target) => (target.startsWith('/') ? relative(ROOT, target) : target))
    .filter((target) => target.startsWith('..') || /^[@a-z-]+(:|$)/.test(target))
}

it('imports nothing but helpers for tables of names and for the calendar', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(ROOT, name))
  const found = new Set(files.flatMap((path) => foreignImports(path, readFileSync(path, 'utf8'))))
  expect([...found].sort()).toEqual(['../by-name.ts', '../civil-date.ts'])
  expect(foreignImports(join(ROOT, 'x.ts'), "import { readFileSync } from 'node:fs'")).toEqual([
    'node:fs',
  ])
})

it('does what its page shows', () => {
  const page = readFileSync(join(ROOT, '../../../docs/libraries.md'), 'utf8')
  const [, part = ''] = page.split('## The q interpreter\n')
  const [, code = '', , expected] = part.split(/```(?:js|text)?\n/)
  const printed: string[] = []
  const log = (value: unknown): number =>
    printed.push(typeof value === 'string' ? value : `[ ${String(value).split(',').join(', ')} ]`)
  const run = new Function('createSession', 'console', code.replace(/^import .*$/m, ''))
  run(library.createSession, { log })
  expect(`${printed.join('\n')}`).toBe(expected)
})
