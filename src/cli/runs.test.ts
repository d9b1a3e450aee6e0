/** Guards that a damaged record of one run does not hide the other runs of its folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { type RunRecord, writeRecord } from '../train-bridge/runs/record.ts'

const runs = mkdtempSync(join(tmpdir(), 'backchannel-runs-'))
afterAll(() => rmSync(runs, { recursive: true }))

it('lists a run with a damaged record as such, and all others', async () => {
  const record: RunRecord = {
    ...{ version: 1, run: 'whole', engine: 'trl', method: 'grpo', model: 'Qwen/Qwen3-8B' },
    ...{ environment: null, server_url: null, output: runs },
    starts: [{ number: 1, started_ms: 0, generation: 'one', stop_asked: false }],
  }
  writeRecord(join(runs, 'whole'), record)
  for (const [name, text] of [
    ['cut', '{"version": 1, "run"'],
    ['other', '{}'],
  ] as const) {
    mkdirSync(join(runs, name))
    writeFileSync(join(runs, name, 'run.json'), text)
  }
  const { out, code } = await runCommand('runs', 'list', '--runs', runs)
  expect(code).toBe(0)
  expect(out).toMatch(/^cut {2}damaged {2}\S+run\.json is no record of a run$/m)
  expect(out).toMatch(/^other {2}damaged {2}/m)
  expect(out).toMatch(/^whole {2}\w+ {2}trl grpo {2}Qwen/m)
  const json = JSON.parse((await runCommand('runs', 'list', '--runs', runs, '--json')).out)
  expect(json[0]).toMatchObject({ run: 'cut', status: 'damaged', engine: null, exit_code: null })
  const shown = await runCommand('runs', 'show', 'cut', '--runs', runs)
  expect([shown.code, shown.err]).toEqual([2, expect.stringContaining('is no record of a run')])
})
