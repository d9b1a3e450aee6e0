/** Guards the conversions of attempts as their users see them: counts, files and refusals. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { rowLine, worldLine } from '../datasets/log-file.ts'
import { storedWorld } from '../datasets/world-hash.ts'
import { storedLimits } from '../env/log.ts'
import { mathFeedbackEnvironment } from '../env/math-feedback/index.ts'
import type { Action } from '../env/message.ts'
import { playthrough } from '../env/playthrough.ts'
import { solutionTurn } from '../env/usual-players.ts'
import type { JsonObject } from '../sim/json.ts'
import { generateSplit } from '../sim/math/problems/tasks.ts'

const scratch = mkdtempSync(join(tmpdir(), 'convert-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const path = (name: string): string => join(scratch, name)
const linesOf = (name: string): JsonObject[] =>
  readFileSync(path(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject)

/**
 * A task that is answered wrongly, gets feedback, and is answered correctly, as rows of a log file.
 */
function episodeRows(task: JsonObject, id: string): string {
  const environment = mathFeedbackEnvironment
  const settings = environment.settings.schema.parse({}) as JsonObject
  const given = environment.limits
  const limits = typeof given === 'function' ? given(task as never, settings) : given
  const seeds = [{ from_step: 0, seed: 1 }]
  const world = { format: 1, seed: 9 }
  const setup = { environment, task: task as never, world, settings, seeds, limits }
  const actions: Action[] = []
  const { opening, answers } = playthrough(setup, (seen) => {
    const wrong = { current_answer: '\\boxed{-77}' }
    const call = { name: 'get_feedback', arguments: wrong }
    const ask: Action = { tool_calls: [{ id: 'call_1', type: 'function', function: call }] }
    const action =
      actions.length === 0 ? ask : solutionTurn(environment, task as never, world, seen)
    actions.push(action)
    return action
  })
  const opened = {
    format: 1,
    environment: environment.id,
    task,
    world_hash: storedWorld(world).hash,
    data_checksum: 'x',
    settings,
    seeds,
    limits: storedLimits(limits),
    labels: {},
    request_digest: 'x',
    group: null,
    attempts_shown: [],
    parent: null,
    effects: [],
    messages: opening,
  }
  const steps = answers.map((answer, index) => ({ action: actions[index], effects: [], ...answer }))
  const rows = [opened, ...steps].map((payload, position) =>
    rowLine({
      episode_id: id,
      position,
      kind: position === 0 ? 'opened' : 'stepped',
      wall_ms: 0,
      previous_hash: '',
      hash: '',
      payload: JSON.stringify(payload),
    }),
  )
  return rows.join('')
}

describe('episodes', () => {
  it('become attempts, and attempts become conversations', async () => {
    const world = storedWorld({ format: 1, seed: 9 })
    const tasks = generateSplit({ format: 1, seed: 9 }, 'val', 6) as unknown as JsonObject[]
    const logs = tasks.map((task, index) => episodeRows(task, `ep_${index}`))
    writeFileSync(path('logs.jsonl'), worldLine(world.hash, world.text) + logs.join(''))
    const out = path('attempts.jsonl')
    const written = await runCommand(
      ...['convert', 'feedback-attempts', '--file', path('logs.jsonl'), '--out', out],
    )
    expect([written.code, written.out]).toEqual([0, `Wrote 12 attempts of 6 episodes to ${out}.\n`])
    expect(linesOf('attempts.jsonl').map(({ is_correct }) => is_correct)).toEqual(
      tasks.flatMap(() => [false, true]),
    )
    const sft = await runCommand('convert', 'feedback-sft', out, '--out', path('sft.jsonl'))
    expect(sft.out).toBe(
      `Wrote 6 conversations to ${path('sft.jsonl')}.\n` +
        '6 problems: 0 correct at first, 6 corrected after one, 0 corrected after two; ' +
        'left out: 0 never right, 0 incomplete.\n',
    )
    expect(linesOf('sft.jsonl')).toHaveLength(6)
  })
})

describe('feedback-sft', () => {
  const right = { original_question: 'q', full_response: ['yes'], is_correct: true, iteration: 0 }

  it('writes arguments as text on request, and Parquet by the name of the file', async () => {
    writeFileSync(path('log.jsonl'), JSON.stringify(right))
    const out = path('sft.parquet')
    const flags = ['--out', out, '--arguments', 'text', '--json']
    const ran = await runCommand('convert', 'feedback-sft', path('log.jsonl'), ...flags)
    expect(JSON.parse(ran.out)).toMatchObject({
      conversations: 1,
      problems: 1,
      correct_at_first: 1,
    })
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1')
  })

  it('refuses bad lines, files without a right answer, and unknown forms', async () => {
    writeFileSync(path('bad.jsonl'), `${JSON.stringify(right)}\n{"iteration": 0}\n`)
    const convert = (file: string, ...flags: string[]) =>
      runCommand('convert', 'feedback-sft', path(file), '--out', path('none.jsonl'), ...flags)
    const bad = await convert('bad.jsonl')
    expect([bad.code, bad.err]).toEqual([2, expect.stringMatching(/line 2, field is_correct/)])
    const skipped = await convert('bad.jsonl', '--skip-bad')
    expect([skipped.code, skipped.err]).toEqual([0, expect.stringMatching(/left out 1 bad line/)])
    writeFileSync(path('wrong.jsonl'), JSON.stringify({ ...right, is_correct: false }))
    const wrong = await convert('wrong.jsonl')
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/contains no solved problem/),
    ])
    expect((await convert('bad.jsonl', '--arguments', 'yaml')).code).toBe(2)
    expect(readdirSync(scratch).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
