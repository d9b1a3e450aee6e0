// Guards that tasks shared with other data are counted, and left out on request.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { loadDataSets } from './load.ts'
import { countOverlap, Overlap, wordSequences } from './overlap.ts'

const scratch = mkdtempSync(join(tmpdir(), 'overlap-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const KNOWN = 'A train leaves the town at noon and goes 60 miles an hour for 3 hours on end.'

it('compares sequences of words, without punctuation', () => {
  expect(wordSequences('One two, three!', 2)).toEqual(['one two', 'two three'])
  expect(wordSequences('Solve $\\frac{1}{2}x$.', 13)).toEqual([])
  const index = new Overlap(5)
  index.add(KNOWN)
  expect(index.sharedShare('At the town: a TRAIN leaves the town, at noon…')).toBeGreaterThan(0)
  expect(index.sharedShare(KNOWN)).toBe(1)
  expect(index.sharedShare('A train leaves no town at noon.')).toBe(0)
})

it('reads words of every script', () => {
  expect(wordSequences('Сколько ÉTÉ, e\u0301te\u0301?', 2)).toEqual(['сколько été', 'été été'])
  expect(wordSequences('鸡有3只abc', 2)).toEqual(['鸡 有', '有 3', '3 只', '只 abc'])
  expect(wordSequences('Let x_1 = 2y and \\alpha_k', 5)).toEqual(['let x 1 2 and'])
})

it('counts by family', () => {
  const shares = [0, 0.2, 0.5, 1].map((share) => ({ family: 'a', share }))
  expect(countOverlap(shares)).toEqual([{ family: 'a', tasks: 4, any: 3, half: 2, all: 1 }])
})

it('removes shared tasks, and renumbers the others', async () => {
  const rows = (...questions: string[]): string =>
    questions.map((problem) => JSON.stringify({ problem, answer: '7' })).join('\n')
  const bring = async (name: string, split: string, text: string): Promise<string> => {
    const file = join(scratch, `${name}.jsonl`)
    writeFileSync(file, text)
    const out = join(scratch, name)
    const given = ['--dataset', 'math', file, '--split', split, '--out', out, '--licence', 'MIT']
    expect((await runCommand('data', 'import', ...given)).code).toBe(0)
    return out
  }
  const fresh = 'How many eggs does a farmer with 9 hens and 2 cows find in a day of rain?'
  const own = await bring('own', 'train', rows(KNOWN, fresh))
  const other = await bring('other', 'test', rows(KNOWN))
  const out = join(scratch, 'clean')
  const ran = await runCommand('data', 'overlap', own, '--with', other, '--out', out, '--json')
  expect(JSON.parse(ran.out).counts).toEqual([
    { family: 'math', tasks: 2, any: 1, half: 1, all: 1 },
  ])
  const [clean] = loadDataSets(out)
  expect(clean?.splits).toEqual([{ name: 'train', count: 1 }])
  expect(clean?.task('train', 0)).toMatchObject({ id: 'train-000000', question: fresh })
  expect((await runCommand('data', 'overlap', own)).err).toContain('no split test')
})
