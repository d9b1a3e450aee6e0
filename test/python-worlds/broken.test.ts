// Guards that conformance names every defect of a world in Python, and goes on with the others.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finished, spawnCommand } from '../support/command-process.ts'

const scratch = mkdtempSync(join(tmpdir(), 'backchannel-broken-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const NAMES = [
  ...['WrongId', 'OtherContract', 'OneTask', 'ChanceTasks', 'EndlessSolve', 'LargeMessage'],
  ...['LargeMetrics', 'RaisesBlind'],
]

interface Finding {
  readonly env: string
  readonly checks: readonly { readonly name: string; readonly failures: readonly string[] }[]
}

const folder = fileURLToPath(new URL('.', import.meta.url))
let findings: readonly Finding[]
let code: number | null

beforeAll(async () => {
  const environments = NAMES.map((name) => {
    return { python: { module: `broken:${name}`, folder, workers: 1, deadline_ms: 1_000 } }
  })
  const config = join(scratch, 'config.yaml')
  writeFileSync(config, JSON.stringify({ environments }))
  const words = ['--config', config, '--tasks', '3', '--search-episodes', '30', '--json']
  const data = ['--data', scratch]
  const ran = await finished(spawnCommand(['conformance', ...words, ...data], scratch))
  code = ran.code
  findings = JSON.parse(ran.out)
})

/** What failed in a world, a line each, with the names of the checks. */
function failuresOf(env: string): string {
  const found = findings.find((finding) => finding.env === env)
  const failed = (found?.checks ?? []).filter(({ failures }) => failures.length > 0)
  return failed.map(({ name, failures }) => `${name}: ${failures.join(' | ')}`).join('\n')
}

it('ends with 1, for something was found', () => {
  expect(code).toBe(1)
})

it.each([
  ['broken:WrongId', /^its code can be loaded: .*: id: must be like locked-box-v1; it is "Wrong"$/],
  ['broken:OtherContract', /^its code .* version 99 of the contract .* has version 2$/],
  ['one-task-v1', /^generation always.*: train-5: python\/raised in generate: ValueError/],
  ['chance-tasks-v1', /^generation always.*: train-0: python\/unsteady in generate: answer.0.made/],
  ['endless-solve-v1', /^the oracle wins: train-000000: python\/deadline in solve/],
  ['endless-solve-v1', /1 more were skipped, because calls do not end in time/],
  ['large-message-v1', /python\/too_large in step: .* most of them in answer.messages;/],
  ['large-metrics-v1', /python\/too_large in measure: .* most of them in answer.closing/],
  ['raises-blind-v1', /^nothing is won .*: level 1: python\/raised in blind_win: KeyError/],
  ['one-task-v1', /3 fresh tasks are too few. It takes at least 81/],
])('of %s it says %s', (env, text) => {
  expect(failuresOf(env)).toMatch(text)
})

it('plays the other checks all the same', () => {
  const { checks } = findings.find(({ env }) => env === 'raises-blind-v1') as Finding
  expect(checks.filter(({ failures }) => failures.length === 0).length).toBeGreaterThan(9)
})
