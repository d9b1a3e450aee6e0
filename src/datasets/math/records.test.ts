/** Guards that logs of attempts become conversations, and that episodes become such logs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type AttemptShown, withAttempts } from '../../env/group-block.ts'
import { type OpenedPayload, type SteppedPayload, storedLimits } from '../../env/log.ts'
import { mathFeedbackEnvironment } from '../../env/math-feedback/index.ts'
import type { Action } from '../../env/message.ts'
import { playthrough } from '../../env/playthrough.ts'
import type { JsonObject } from '../../sim/json.ts'
import { readRows } from '../rows/read.ts'
import { RowError } from '../rows/row.ts'
import { writeRows } from '../rows/write.ts'
import { toPaperLines } from './paper-export.ts'
import { readPaperFile } from './paper-file.ts'
import { readPaperLine } from './paper-line.ts'
import { sftRecords } from './sft-records.ts'

const scratch = mkdtempSync(join(tmpdir(), 'records-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

interface Try {
  readonly id: string
  readonly iteration: number
  readonly correct: boolean
  readonly feedback?: unknown
}

const line = ({ id, iteration, correct, feedback = 'Look at the sign.' }: Try): JsonObject => ({
  unique_id: id,
  problem: `question ${id}, and all that came before`,
  original_question: `question ${id}`,
  full_response: [`try ${iteration} at ${id}`],
  feedback: (correct ? '' : typeof feedback === 'string' ? [feedback, null] : feedback) as never,
  is_correct: correct,
  iteration,
  response_probs: null,
})

/** One letter per attempt: r for right, w for wrong. */
const tries = (id: string, outcomes: string): JsonObject[] =>
  [...outcomes].map((letter, iteration) => line({ id, iteration, correct: letter === 'r' }))

const fields = (values: JsonObject) =>
  readPaperLine({ file: 'log.jsonl', unit: 'line', number: 9, values })

const converted = (rows: readonly JsonObject[], form: 'object' | 'text' = 'object') =>
  sftRecords(rows.map(fields), form)

describe('conversations', () => {
  const rows = [
    ...tries('a', 'r'),
    ...tries('b', 'wr'),
    ...tries('c', 'wwr'),
    ...tries('d', 'wwwr'),
    ...tries('e', 'ww'),
  ]

  it('contain problems solved in up to three attempts, and are counted', () => {
    // Lines of a log are ordered by iteration, not by problem.
    const byIteration = [...rows].sort((one, two) => Number(one.iteration) - Number(two.iteration))
    const { records, counts } = converted(byIteration)
    expect(counts).toEqual({
      problems: 5,
      correct_at_first: 1,
      corrected_after_one: 1,
      corrected_after_two: 1,
      never_right: 2,
      incomplete: 0,
    })
    const roles = records.map(({ messages }) =>
      (messages as JsonObject[]).map(({ role }) => String(role)[0]).join(''),
    )
    expect(roles).toEqual(['ua', 'uata', 'uatata'])
    expect(records[0]?.tools).toMatchObject([{ function: { name: 'get_feedback' } }])
  })

  it('call the tool with each wrong response, and answer without a call', () => {
    const { records } = converted(tries('b', 'wr'))
    const given = { current_answer: 'try 0 at b', reasoning: '' }
    expect(records[0]?.messages).toEqual([
      { role: 'user', content: 'question b' },
      {
        role: 'assistant',
        content: 'try 0 at b',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'get_feedback', arguments: given } },
        ],
      },
      {
        role: 'tool',
        content: 'Look at the sign.',
        tool_call_id: 'call_1',
        name: 'get_feedback',
      },
      { role: 'assistant', content: 'try 1 at b' },
    ])
    const text = converted(tries('b', 'wr'), 'text').records[0]
    expect(JSON.stringify(text)).toContain(JSON.stringify(JSON.stringify(given)))
  })

  it('are not made from incomplete problems', () => {
    const silent = { id: 'x', iteration: 0, correct: false, feedback: '' }
    const cases: JsonObject[][] = [
      [line(silent), ...tries('x', 'wr').slice(1)],
      tries('x', 'wwr').filter(({ iteration }) => iteration !== 1),
      tries('x', 'wr').slice(1),
      tries('x', 'r').map((row) => ({ ...row, full_response: [] })),
      tries('x', 'wr').map(({ original_question: _, ...row }) => row),
    ]
    for (const rows of cases) {
      expect(converted(rows)).toMatchObject({ records: [], counts: { incomplete: 1 } })
    }
  })

  it('use the first of two equal attempts, and accept other names of fields', () => {
    const twice = [...tries('a', 'r'), ...tries('a', 'r')]
    expect(converted(twice).records).toHaveLength(1)
    const bare = { problem: 'q', full_response: 'yes', is_correct: true, iteration: 0 }
    expect(converted([bare]).records[0]?.messages).toMatchObject([{ content: 'q' }, {}])
  })

  it('are read back from Parquet', async () => {
    const { records } = converted(rows)
    const path = join(scratch, 'sft.parquet')
    await writeRows(path, records)
    const read: unknown[] = []
    for await (const found of readRows(path)) if (found.kind === 'row') read.push(found.row.values)
    expect(read).toMatchObject(records as object[])
  })
})

describe('a line that is no attempt', () => {
  it.each([
    [{ iteration: 'x' }, /field iteration: is "x"/],
    [{ iteration: null }, /field iteration: is missing/],
    [{ iteration: -1 }, /field iteration: is negative/],
    [{ is_correct: 'yes' }, /field is_correct: is not true or false/],
    [{ full_response: [7.5, {}], feedback: [{}] }, /field feedback\[0\]: is {}, not a text/],
  ])('%o is refused', (change, message) => {
    const values = { ...tries('a', 'w')[0], ...change } as JsonObject
    expect(() => fields(values)).toThrow(message)
    expect(() => fields(values)).toThrow(RowError)
  })

  it('fails its file, or is skipped on request', async () => {
    const path = join(scratch, 'log.jsonl')
    writeFileSync(path, `${JSON.stringify(tries('a', 'r')[0])}\n{"iteration":0}\nnot json\n`)
    await expect(readPaperFile(path, false)).rejects.toThrow(/2 of 3 lines cannot .*--skip-bad/)
    expect(await readPaperFile(path, true)).toMatchObject({ skipped: 2, lines: [{ problem: 'a' }] })
  })
})

describe('an episode', () => {
  const task: JsonObject = {
    id: 'val-000000',
    split: 'val',
    index: 0,
    seed: 5,
    difficulty: 3,
    dataset: 'math',
    question: 'Add 2 and 3.',
    answer: { kind: 'expression', gold: '5', options: [], aliases: [] },
    solution: 'Count on from 3.',
    mistakes: [],
  }
  const ask = (answer: string, content = ''): Action => ({
    content,
    tool_calls: [
      {
        id: `call ${answer}`,
        type: 'function',
        function: { name: 'get_feedback', arguments: { current_answer: answer } },
      },
    ],
  })

  function logged(
    actions: readonly Action[],
    settings: JsonObject = {},
    attempts_shown: readonly AttemptShown[] = [],
  ) {
    const environment = mathFeedbackEnvironment
    const full = environment.settings.schema.parse(settings) as JsonObject
    const { limits } = environment
    const stored = typeof limits === 'function' ? limits(task as never, full) : limits
    const seeds = [{ from_step: 0, seed: 5 }]
    const world = { format: 1, seed: 0 }
    const setup = { environment, task: task as never, world, settings: full, seeds, limits: stored }
    const left = [...actions]
    const { opening, answers } = playthrough(setup, () => left.shift())
    const messages = withAttempts(opening, attempts_shown)
    const opened = { task, messages, attempts_shown, limits: storedLimits(stored) }
    const steps = answers.map((answer, index) => ({
      action: actions[index],
      effects: [],
      ...answer,
    }))
    return toPaperLines({
      id: 'ep_1',
      opened: opened as unknown as OpenedPayload,
      steps: steps as unknown as SteppedPayload[],
    })
  }

  it('becomes one line per attempt, with the history', () => {
    const lines = logged([
      ask('\\boxed{6}', 'It is \\boxed{6}.'),
      ask('\\boxed{-5}'),
      { content: 'So \\boxed{5}.' },
    ])
    expect(lines.map(({ is_correct, iteration }) => [iteration, is_correct])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ])
    const [first, second, third] = lines
    expect(first).toMatchObject({
      unique_id: 'ep_1/val-000000',
      answer: '5',
      normalized_answer: '5',
      normalized_prediction: ['6'],
      full_response: ['It is \\boxed{6}.'],
      feedback: [expect.stringMatching(/^Your answer is not right\./), null],
      all_attempts: ['6'],
    })
    expect(first?.original_question).toMatch(/^Add 2 and 3\.\n/)
    expect(String(first?.problem)).toMatch(/Attempt at \(iteration 0\)[\s\S]*\\boxed\{6\}/)
    expect(second).toMatchObject({ full_response: ['\\boxed{-5}'], all_attempts: ['6', '-5'] })
    expect(third).toMatchObject({ feedback: '', all_attempts: ['6', '-5'] })
  })

  it('has no critiques of earlier rollouts in its question', () => {
    const actions = [{ content: 'So \\boxed{5}.' }]
    const text = 'Attempt 1 (failed)\nThe answer is not 6.'
    const shown = { episode_id: 'ep_0', index: 0, outcome: 'failed', text } as const
    const guided = logged(actions, {}, [shown])
    expect(guided).toEqual(logged(actions))
    expect(JSON.stringify(guided)).not.toContain('previous_attempts')
  })

  it('becomes the played conversation', () => {
    const lines = logged([ask('\\boxed{6}'), { text: 'Now <b>so</b> \\boxed{5}.' }])
    const { records, counts } = converted(lines)
    expect(counts).toMatchObject({ problems: 1, corrected_after_one: 1 })
    expect(records[0]?.messages).toMatchObject([
      { content: lines[0]?.original_question },
      { content: '\\boxed{6}' },
      { content: expect.stringMatching(/^Your answer is not right\./) },
      { content: 'Now <b>so</b> \\boxed{5}.' },
    ])
  })

  it('has no attempt without an answer, and no feedback if none was given', () => {
    expect(logged([{ content: ' ' }, { content: ' ' }])).toEqual([])
    const late = logged([ask('5', 'First \\boxed{4}.')], { assistant_turns: 1 })
    expect(late).toMatchObject([{ is_correct: false, feedback: '', normalized_prediction: ['4'] }])
    const none = logged([ask('6'), { content: '\\boxed{5}' }], { feedback_turns: 0 })
    expect(none).toMatchObject([{ feedback: '', is_correct: false }, { is_correct: true }])
    expect(converted(none).counts.incomplete).toBe(1)
  })
})
