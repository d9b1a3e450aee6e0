// Guards the checkpoint of a run: a disk that is full leaves the one before as it was.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { phoneLearner } from '../../../env/phone-call/players/learner/index.ts'
import { LocalPolicy } from '../policy/policy.ts'
import { freshCheckpoint, writeCheckpoint } from './checkpoint.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-full-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('is not replaced by a checkpoint whose end no longer fits on the disk', () => {
  const path = join(folder, 'checkpoint.bin')
  writeCheckpoint(path, freshCheckpoint(new LocalPolicy(phoneLearner, 'linear', 1)))
  const before = readFileSync(path)
  const module = new URL('./checkpoint.ts', import.meta.url).href
  const program =
    `const { readCheckpoint, writeCheckpoint } = await import('${module}');` +
    `writeCheckpoint('${path}', readCheckpoint('${path}'))`
  const loader = fileURLToPath(import.meta.resolve('tsx'))
  const words = ['node', '--import', loader, '--input-type=module', '--eval', program]
  // The largest file, in KiB, ends within the last of the three arrays of numbers.
  const limit = `trap '' XFSZ; ulimit -f ${Math.floor(statSync(path).size / 1024) - 100}`
  const { status, stderr } = spawnSync('bash', ['-c', `${limit}; exec "$@"`, 'run', ...words], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(readFileSync(path).equals(before)).toBe(true)
})
