// Guards that conformance checks worlds of other servers, as far as those can be checked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../../test/support/run-command.ts'
import { startUpstream, type UpstreamFixture } from '../../effects/openenv/upstream.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-foreign-'))
const config = join(folder, 'config.yaml')
const words = ['conformance', '--config', config, '--env', 'guess-v1', '--tasks', '2']
let upstream: UpstreamFixture
beforeAll(async () => {
  upstream = await startUpstream()
  const openenv = { id: 'guess-v1', url: upstream.url, deadline_ms: 2_000 }
  writeFileSync(config, JSON.stringify({ environments: [{ openenv }] }))
})
afterAll(async () => {
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

it('names the checks that were made, and what stays unknown', async () => {
  const { out, code } = await runCommand(...words)
  expect(out).toMatch(/^guess-v1, 4 tasks, played elsewhere \(foreign\)\n {2}ok {4}generation/)
  expect(out).toContain('  ok    its server plays an episode of each task')
  expect(out).toContain('  ok    rewards have known parts, whole thousandths and stay in bounds')
  expect(out).toContain('  note  two plays of each task were equal')
  expect(out).toMatch(/note {2}adversaries played \d+ episodes at its server: /)
  expect(out).toContain('  note  no floor and no oracle are known there')
  expect(out).not.toMatch(/oracle wins|level 1/)
  expect(code).toBe(0)
  await expect.poll(() => upstream.sockets.size).toBe(0)
})

it('says what adversaries would have shown where they were left out', async () => {
  const { out } = await runCommand(...words, '--search-episodes', '0')
  expect(out).toContain('  note  what can be won without the work is unknown')
  expect(out).not.toContain('adversaries played')
})

it('says where a second play is answered in another way', async () => {
  upstream.moods.answer = (right) => {
    upstream.moods.drift += 1
    return right
  }
  const { out, code } = await runCommand(...words, '--json')
  upstream.moods.answer = undefined
  const [{ checks, notes }] = JSON.parse(out)
  expect(checks.flatMap(({ failures }: { failures: [] }) => failures)).toEqual([])
  expect(notes[0]).toMatch(/^a second play was answered differently \(train-000000 from step 0/)
  expect(code).toBe(0)
})

it('fails where the server answers what nobody can keep', async () => {
  upstream.moods.answer = () => 'Traceback: secret'
  const { out, code } = await runCommand(...words)
  upstream.moods.answer = undefined
  expect(out).toContain('FAIL  its server plays an episode of each task')
  expect(out).toContain('train-000000: openenv/answer in reset')
  expect(out).not.toContain('secret')
  expect(code).toBe(1)
})
