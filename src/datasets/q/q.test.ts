// Guards that public layouts of q problems become tasks that can be played and won.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../test/support/run-command.ts'
import { createSession } from '../../sim/q/index.ts'
import type { QTask } from '../../sim/q-problems/task.ts'
import { loadDataSets } from '../load.ts'
import { callOfScript } from './calls.ts'

const scratch = mkdtempSync(join(tmpdir(), 'q-data-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let made = 0
const place = (): string => join(scratch, `set-${made++}`)

const imported = (path: string, out: string, ...rest: readonly string[]) =>
  runCommand(...['data', 'import', '--dataset', 'q', path, '--out', out, ...rest])

function tasksIn(out: string, split: string): readonly QTask[] {
  const [set] = loadDataSets(out)
  const count = set?.splits.find(({ name }) => name === split)?.count ?? 0
  return Array.from({ length: count }, (_, i) => set?.task(split, i) as unknown as QTask)
}

function jsonLines(rows: readonly object[]): string {
  const path = `${place()}.jsonl`
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

const SCRIPT = (call: string): string => `result:${call};\nshow result;\n`

const HUB = {
  problem_id: 31,
  difficulty: 'Hard',
  tags: ['Array'],
  problem_description: 'Count the words.',
  q_solution: 'solve:{[w] ([]w:key g;n:value g:count each group w)}',
  test_cases: [
    { q_test_code: SCRIPT('solve[`a`b`a]'), q_expected_output: 'w n\n---\na 2\nb 1\n' },
    { q_test_code: `w:\`k\`k;\n${SCRIPT('solve[w]')}`, q_expected_output: 'w n\n---\nk 2' },
  ],
}

const EVAL = {
  task_id: 'eval/4',
  prompt: '/ doubles\ntwice:{[x]\n }',
  entry_point: 'twice',
  tests: 'def check(candidate):\n    assert candidate(4) == 8\n    assert candidate(y) == 1\n',
  canonical_solution: '',
}

describe('calls of test scripts', () => {
  it.each([
    ['solve[1;"a;]";(2;3)]', ['1', '"a;]"', '(2;3)']],
    ['solve[]', []],
    ['solve 4 5', ['4 5']],
    ['solve[{x;y}[1;2]]', ['{x;y}[1;2]']],
  ])('%s', (call, args) => {
    expect(callOfScript(SCRIPT(call))?.arguments).toEqual(args)
  })

  it.each(['show solve[1];', 'result:1+solve[1];', 'result:solve[1]+1;', 'result:solve[1;;2];'])(
    '%s is none',
    (script) => {
      expect(callOfScript(script)).toBeUndefined()
    },
  )
})

describe('data import --dataset q', () => {
  it('reads one row per problem, and finds the values of console texts', async () => {
    const out = place()
    const { code } = await imported(jsonLines([HUB]), out, '--split', 'train')
    expect(code).toBe(0)
    const [task] = tasksIn(out, 'train')
    expect(task).toMatchObject({ problem: '31', difficulty: 3, topic: 'Array', entry: 'solve' })
    expect(task?.solution).toBe(HUB.q_solution)
    expect(task?.tests.map(({ is_public }) => is_public)).toEqual([true, false])
    const isSame = (text: string | null | undefined, other: string): boolean =>
      createSession().evaluate(`(${text})~${other}`).output === '1b\n'
    expect(isSame(task?.tests[1]?.arguments[0], '`k`k')).toBe(true)
    expect(isSame(task?.tests[0]?.expected, '([]w:`a`b;n:2 1)')).toBe(true)
    expect(isSame(task?.tests[1]?.expected, '([]w:1#`k;n:1#2)')).toBe(true)
  })

  it('reads console texts from Windows, and calls without arguments', async () => {
    const windows = HUB.test_cases.map((test) => ({
      q_test_code: test.q_test_code.replaceAll('\n', '\r\n'),
      q_expected_output: test.q_expected_output.replaceAll('\n', '\r\n'),
    }))
    const five = { q_test_code: SCRIPT('solve[]'), q_expected_output: '5' }
    const constant = { ...HUB, q_solution: 'solve:{5}', test_cases: [five] }
    const out = place()
    await imported(jsonLines([{ ...HUB, test_cases: windows }, constant]), out, '--split', 'train')
    const tasks = tasksIn(out, 'train')
    expect(tasks.map(({ solution }) => solution)).toEqual([HUB.q_solution, 'solve:{5}'])
    expect(tasks[0]?.tests.map(({ console }) => console)).toEqual([
      'w n\n---\na 2\nb 1',
      'w n\n---\nk 2',
    ])
  })

  it('reads Python asserts, and lists those that it leaves out', async () => {
    const out = place()
    const { code, err } = await imported(jsonLines([EVAL]), out, '--split', 'test')
    expect(code).toBe(0)
    expect(err).toContain('eval/4: left out assert candidate(y) == 1: it uses the name y')
    const [task] = tasksIn(out, 'test')
    expect(task).toMatchObject({ entry: 'twice', solution: null, statement: EVAL.prompt })
    expect(task?.tests).toMatchObject([{ arguments: ['4'], expected: '8', is_public: false }])
  })

  it('reads folders of problems, and names the splits of a folder with several', async () => {
    const [root, out] = [place(), place()]
    const folder = join(root, 'train', 'sum')
    mkdirSync(folder, { recursive: true })
    const files = {
      'entry.json': '{"task_id":"sum","difficulty":"Easy"}',
      'problem_description.txt': 'Add them.',
      'q_sol.q': 'solve:{sum x}',
      'q_test_case_1.q': SCRIPT('solve[1 2]'),
      'q_exact_ans_test_case_1.txt': '3\n',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    expect((await imported(root, out, '--split', 'train')).err).toContain('Name the folder of one')
    expect((await imported(join(root, 'train'), out)).code).toBe(0)
    expect(tasksIn(out, 'train')).toMatchObject([{ problem: 'sum', entry: 'solve' }])
    expect((await runCommand('data', 'check', out)).out).toContain('no defects')
  })

  it('leaves out a solution that does not pass', async () => {
    const out = place()
    const wrong = { ...HUB, q_solution: 'solve:{x}' }
    const { err } = await imported(jsonLines([wrong]), out, '--split', 'train')
    expect(err).toContain('31: left out the solution, which does not pass test 1 here')
    const [task] = tasksIn(out, 'train')
    expect(task).toMatchObject({ solution: null, tests: [{ expected: null }, { expected: null }] })
  })

  it.each([
    [{ ...HUB, test_cases: 'x' }, 'field test_cases: is "x", which is no JSON list'],
    [{ ...HUB, test_cases: [{ q_test_code: 'show 1' }] }, 'field test_cases: has no test'],
    [{ ...HUB, test_cases: [{}] }, 'field test_cases[0].q_test_code: is missing'],
    [{ ...HUB, problem_description: undefined }, 'field problem_description: is missing'],
    [{ ...EVAL, tests: 'def check(c):\n  pass' }, 'field tests: has no assert'],
    [{ ...EVAL, entry_point: 'a b' }, 'field entry_point: is no name'],
  ])('names file, line and field of a bad row %#', async (row, message) => {
    const path = jsonLines([row])
    const { code, err } = await imported(path, place(), '--split', 'train')
    expect(code).not.toBe(0)
    expect(err).toContain(`${path}, line 1, ${message}`)
  })
})
