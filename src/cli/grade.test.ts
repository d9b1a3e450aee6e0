/** Guards the flags of the command grade. */
import { expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'

it('grades one answer, and refuses answers beside --jsonl', async () => {
  const right = await runCommand('grade', '--gold', '1/2', '--text', 'The answer is $0.5$.')
  expect([right.code, JSON.parse(right.out).correct]).toEqual([0, true])
  const { code, out, err } = await runCommand('grade', '--jsonl', '--text', '0.5')
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^error: --text does nothing with --jsonl\nGive the pred of each line/)
  const kind = await runCommand('grade', '--jsonl', '--kind', 'choice')
  expect(kind.err).toContain('--kind does nothing with --jsonl')
})
