/** Guards that conformance prints a verdict per check and refuses what it does not know. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-conformance-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('checks the data sets of a folder and the built-in one', async () => {
  const { out, code } = await runCommand(
    ...['conformance', '--data', folder, '--tasks', '2', '--search-episodes', '300'],
  )
  expect(code).toBe(0)
  expect(out).toMatch(
    /^mock-v1, 6 tasks\n {2}ok {4}generation .*\n {2}ok {4}the declarations are complete\n/,
  )
  expect(out).toMatch(/level 1: best blind play 100.0 % · floor 100.0 %/)
  const quick = ['--tasks', '1', '--search-episodes', '0', '--json']
  const words = ['--data', folder, '--env', 'mock-v1', ...quick]
  const [finding] = JSON.parse((await runCommand('conformance', ...words)).out)
  expect(finding).toMatchObject({ env: 'mock-v1', tasks: 3 })
  expect(finding.checks.every((check: { failures: [] }) => check.failures.length === 0)).toBe(true)
})

it('names what it does not know', async () => {
  const { err, code } = await runCommand('conformance', '--env', 'mok-v1', '--data', folder)
  expect(code).toBe(2)
  expect(err).toMatch(/there is no environment "mok-v1"\nDid you mean mock-v1\? Known: .*q-code-v1/)
})
