// Guards that a Node which is too old is named, with the version that is needed, before any import.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from './tidy/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-old-node-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program in a Node that claims to be of this version. */
function runAs(version: string) {
  const claim = join(folder, 'claim.cjs')
  writeFileSync(claim, `Object.defineProperty(process, 'version', { value: '${version}' })`)
  const words = ['--require', claim, join(ROOT, 'bin/backchannel'), '--help']
  return spawnSync(process.execPath, words, { encoding: 'utf8', cwd: folder })
}

it.each(['v18.20.8', 'v20.18.3', 'v9.1.0'])('%s is refused with what is needed', (version) => {
  const { status, stdout, stderr } = runAs(version)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^error: backchannel needs Node 20\.19\S* or newer; .* is v[\d.]+\n/)
  expect(stderr).toContain(`is ${version}\nInstall a newer Node`)
})

it.each(['v20.19.0', 'v22.0.0', 'v100.0.0'])('%s is taken', (version) => {
  expect(runAs(version).stderr).not.toContain('needs Node')
})
