/** Guards that public files become served tasks, and that bad ones are refused with a remedy. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { loadDataSets } from '../datasets/load.ts'
import { writeRows } from '../datasets/rows/write.ts'
import { openingMessages } from '../env/math-feedback/prompts.ts'
import { settingsSchema } from '../env/math-feedback/task.ts'
import type { JsonObject } from '../sim/json.ts'
import type { MathTask } from '../sim/math/problem.ts'

const scratch = mkdtempSync(join(tmpdir(), 'data-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let made = 0
function folder(): string {
  made += 1
  const path = join(scratch, `set-${made}`)
  mkdirSync(path)
  return path
}

function file(name: string, rows: readonly JsonObject[] | string): string {
  const path = join(folder(), name)
  const lines = typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n')
  writeFileSync(path, lines)
  return path
}

const imported = (dataset: string, ...rest: string[]) =>
  runCommand('data', 'import', '--dataset', dataset, ...rest)

const sums = (count: number, from = 0): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    problem: `Add 1 to ${from + index}.`,
    answer: String(from + index + 1),
    level: 'Level 2',
  }))

const PRO: JsonObject = {
  question: 'Which is a colour?',
  options: ['ash', 'bay', 'cob', 'dun', 'elm', 'fir', 'gum', 'holm', 'ivy', 'jade'],
  answer: 'J',
  answer_index: 9,
  category: 'art',
  cot_content: '',
}

describe('data import', () => {
  it('writes tasks that are served, with licence, origin and checksums', async () => {
    const out = join(folder(), 'math')
    const test = file('test.jsonl', sums(3))
    const about = ['--licence', 'MIT', '--origin', 'made up']
    const { out: said, err, code } = await imported('math', test, '--out', out, ...about)
    expect([code, err]).toEqual([0, ''])
    expect(said).toMatch(/Imported 3 tasks of math into split test\.\nServe them with: /)
    const [set] = loadDataSets(out)
    expect(set?.splits).toEqual([{ name: 'test', count: 3 }])
    expect(set?.find('test-000001')).toMatchObject({
      dataset: 'math',
      difficulty: 2,
      question: 'Add 1 to 1.',
      answer: { kind: 'expression', gold: '2' },
    })
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    expect(manifest.files[0]).toMatchObject({
      licence: 'MIT',
      origin: expect.stringMatching(/^math from made up: test\.jsonl \(sha256 [0-9a-f]{64}\)$/),
    })
    const before = readFileSync(join(out, 'manifest.json'), 'utf8')
    await imported('math', test, '--out', out, '--replace', ...about)
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe(before)
  })

  it('brings the options of mmlu_pro from Parquet into the prompt', async () => {
    const out = folder()
    const parquet = join(folder(), 'test-00000-of-00001.parquet')
    await writeRows(parquet, [PRO])
    await imported('mmlu-pro', parquet, '--out', out)
    const task = loadDataSets(out)[0]?.task('test', 0) as unknown as MathTask
    const prompt = openingMessages(task, settingsSchema.parse({})).at(-1)?.content
    for (const option of PRO.options as string[]) expect(prompt).toContain(`. ${option}\n`)
  })

  it('adds splits and files to a folder, and tells of questions that are there', async () => {
    const out = folder()
    await imported('math', file('train.jsonl', sums(4)), '--out', out, '--licence', 'MIT')
    const again = await imported('math', file('train.jsonl', sums(1)), '--out', out)
    expect([again.code, again.err]).toEqual([2, expect.stringMatching(/has a split train already/)])
    const rows = [{ question: 'How many?', answer: '#### 4' }]
    const mixed = await imported('gsm8k', file('train.jsonl', rows), '--out', out, '--append')
    expect(mixed.out).toMatch(/1 task of gsm8k into split train, which has 5 now/)
    expect(mixed.err).toMatch(/no licence was given/)
    const test = file('test.jsonl', sums(2, 3))
    const other = await imported('math', test, '--out', out, '--split', 'val', '--json')
    expect(JSON.parse(other.out)).toMatchObject({ added: 2, total: 2, elsewhere: { train: 1 } })
    expect(other.err).toMatch(/named as test, and were imported as val/)
    const listed = await runCommand('data', 'list', out)
    expect(listed.out).toMatch(/train: 5 tasks \(math 4, gsm8k 1\)\n +licence: MIT; not stated/)
    const checked = await runCommand('data', 'check', out)
    expect(checked.code).toBe(0)
    expect(checked.out).toMatch(
      /^math-feedback-v1 in .*: 7 tasks\ncopies .*\nmath +6 +16\.7 +0\.0\n/,
    )
    expect(checked.out).toMatch(/\nno defects\n$/)
  })

  it('refuses bad rows with their places, or leaves them out', async () => {
    const bad = [...Array.from({ length: 12 }, () => '{"problem": 5, "answer": [1]}'), '{oops']
    const lines = [...sums(2).map((row) => JSON.stringify(row)), ...bad].join('\r\n')
    const test = file('test.jsonl', `\ufeff${lines}\r\n`)
    const out = folder()
    const refused = await imported('math', test, '--out', out)
    expect(refused.code).toBe(2)
    expect(refused.err).toMatch(/13 of 15 rows cannot be read as math: .*--skip-bad/)
    expect(refused.err).toMatch(/test\.jsonl, line 3, field answer: is \[1\], not a text/)
    expect(refused.err).toMatch(/… and 3 more/)
    expect(loadDataSets(out)).toEqual([])
    const kept = await imported('math', test, '--out', out, '--skip-bad')
    expect([kept.code, kept.err]).toEqual([0, expect.stringMatching(/left out 13 bad rows/)])
    expect(loadDataSets(out)[0]?.splits).toEqual([{ name: 'test', count: 2 }])
  })

  it.each([
    ['of another data set', 'gsm8k', () => file('test.jsonl', sums(1)), /name another --dataset/],
    ['that is a log', 'math', () => file('test.jsonl', [attempt]), /an attempt at a problem/],
    ['that is empty', 'math', () => file('test.jsonl', ''), /is empty/],
    ['that is no Parquet', 'math', () => file('test.parquet', 'hello'), /not a Parquet file/],
    ['that is not there', 'math', () => '/nowhere/test.jsonl', /there is no such file/],
    ['without a split', 'math', () => file('data.jsonl', sums(1)), /Give --split train/],
    ['of no known set', 'maht', () => file('test.jsonl', sums(1)), /Did you mean math\?/],
  ])('refuses a file %s', async (_, dataset, path, message) => {
    const { err, code } = await imported(dataset, path(), '--out', folder())
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })

  it('writes over nothing else, and into no endless split', async () => {
    const test = file('test.jsonl', sums(1))
    const other = folder()
    mkdirSync(join(other, 'tasks'))
    writeFileSync(join(other, 'tasks', 'test.jsonl'), 'mine')
    expect((await imported('math', test, '--out', other)).err).toMatch(/no manifest lists/)
    const out = folder()
    expect((await imported('math', test, '--out', out, '--split', 'stream')).err).toMatch(/a to z/)
    const both = await imported('math', test, '--out', out, '--append', '--replace')
    expect(both.err).toMatch(/contradict each other/)
    await runCommand('generate', '--num-companies', '40', '--output-dir', out)
    expect((await imported('math', test, '--out', out)).err).toMatch(/holds data of phone-call-v2/)
  })
})

const attempt: JsonObject = {
  problem: 'Add 1 to 1.',
  answer: '2',
  iteration: 0,
  full_response: ['\\boxed{2}'],
  is_correct: true,
}

describe('data list and check', () => {
  it('find the task whose own answer is not taken as right', async () => {
    const out = folder()
    const rows = ['["a name"]', '["?!"]'].map((answers) => ({
      question: 'Who?',
      possible_answers: answers,
    }))
    await imported('pop_qa', file('test.jsonl', rows), '--out', out)
    const checked = await runCommand('data', 'check', out)
    expect(checked.code).toBe(1)
    expect(checked.out).toMatch(
      /test 1: answer\.gold: the grader does not take .*\n.*\n1 defect\n$/,
    )
    expect((await runCommand('data', 'check', out, '--json')).out).toMatch(
      /"tasks":2,"problems":\[/,
    )
  })

  it('name what is damaged, and folders that are not there', async () => {
    const out = folder()
    await imported('math', file('test.jsonl', sums(1)), '--out', out)
    writeFileSync(join(out, 'tasks', 'test.jsonl'), '{}\n')
    for (const command of ['list', 'check']) {
      const damaged = await runCommand('data', command, out)
      expect([damaged.code, damaged.err]).toEqual([2, expect.stringMatching(/not the file that/)])
      expect((await runCommand('data', command, join(out, 'none'))).code).toBe(2)
    }
    expect((await runCommand('data', 'list', folder())).out).toMatch(/holds no data set/)
    const empty = await runCommand('data', 'check', folder())
    expect([empty.code, empty.out, empty.err]).toEqual([
      2,
      '',
      expect.stringMatching(/no data set/),
    ])
  })

  it('check every data set of a folder, also several for one environment', async () => {
    const out = folder()
    for (const name of ['one', 'two']) {
      await imported('math', file('test.jsonl', sums(1)), '--out', join(out, name))
    }
    const { sets } = JSON.parse((await runCommand('data', 'check', out, '--json')).out)
    expect(sets).toMatchObject(['one', 'two'].map((name) => ({ place: join(out, name), tasks: 1 })))
  })
})

describe('data overlap', () => {
  it('does not write over the data that it reads', async () => {
    const out = folder()
    for (const split of ['train', 'test']) {
      await imported('math', file('rows.jsonl', sums(2)), '--out', out, '--split', split)
    }
    const before = readFileSync(join(out, 'tasks/train.jsonl'), 'utf8')
    for (const words of [[out], [join(out, 'inner'), '--with', out]]) {
      const ran = await runCommand('data', 'overlap', ...words, '--words', '2', '--out', out)
      expect(ran.code).toBe(2)
      await runCommand('data', 'overlap', out, '--out', join(out, 'inner'))
    }
    expect(readFileSync(join(out, 'tasks/train.jsonl'), 'utf8')).toBe(before)
  })
})
