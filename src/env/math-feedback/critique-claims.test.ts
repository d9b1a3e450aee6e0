// Guards that every sentence of a critique is true of its episode, whatever was played.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setupOf } from '../../../test/math-feedback/driver.ts'
import { TASKS } from '../../../test/math-feedback/tasks.ts'
import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import { isGold } from '../../sim/math/grading/index.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { isUnworked } from '../../sim/math/tutor/finding.ts'
import { END_REASONS, type EndReason } from '../end.ts'
import { type EpisodeState, endEpisode } from '../episode.ts'
import type { Action, AssistantMessage, Transcript } from '../message.ts'
import { critiqueAtOnce, playthrough } from '../playthrough.ts'
import { mathFeedbackEnvironment } from './index.ts'
import { answerText } from './prompts.ts'
import { feedbackTurn } from './solve.ts'
import type { MathState } from './state.ts'

interface Played {
  readonly task: MathTask
  readonly transcript: Transcript
  readonly world: MathState
  readonly state: EpisodeState
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ')
const turnsOf = ({ transcript }: Played): readonly AssistantMessage[] =>
  transcript.filter((message): message is AssistantMessage => message.role === 'assistant')
/** An answer quoted as wrong has a wrong value; it is not the right answer in another form. */
const isWrong = ({ task }: Played, quoted: string): boolean => {
  const text = JSON.parse(quoted) as string
  return text.endsWith('…') || !isGold(task.answer, text)
}
const isSaidByTutor = ({ world }: Played, sentence: string, isOpen: boolean): boolean =>
  world.attempts.some(
    ({ feedback, finding, right }) =>
      !right && squeeze(feedback) === sentence && isUnworked(finding) === isOpen,
  )
const verdictOf = ({ world }: Played): string | undefined => world.final?.verdict

/** Each sentence of a critique, and a check of its claim against the episode. */
const CLAIMS: readonly (readonly [RegExp, (played: Played, ...parts: string[]) => boolean])[] = [
  [/^The problem was solved, but not at once\.$/, (played) => verdictOf(played) === 'right'],
  [/^The problem was not solved\.$/, (played) => verdictOf(played) !== 'right'],
  [
    /^- An answer was not right\. The tutor said: (.*)$/,
    (played, sentence = '') => isSaidByTutor(played, sentence, false),
  ],
  [
    /^- The answer (".*") was not right\. The tutor said: (.*)$/,
    (played, quoted = '', sentence = '') =>
      isWrong(played, quoted) &&
      isSaidByTutor(played, sentence, false) &&
      played.world.attempts.some(
        ({ extracted }) => squeeze(extracted ?? '') === JSON.parse(quoted),
      ),
  ],
  [
    /^- An answer was not worked out\. The tutor said: (.*)$/,
    (played, sentence = '') => isSaidByTutor(played, sentence, true),
  ],
  [/^- A message stated no answer in the form asked for\.$/, ({ world }) => world.asked],
  [/^- An answer was handed back to be worked out\.$/, ({ world }) => world.returned.length > 0],
  [
    /^- An answer that the tutor had called right was not given as the last one\.$/,
    (played) => played.world.attempts.some(({ right }) => right) && verdictOf(played) !== 'right',
  ],
  [
    /^- Two messages held neither an answer nor a call\.$/,
    ({ state }) => state.end?.reason === 'gave_up' && state.conduct.nudges === 1,
  ],
  [/^- It was cut short before a last answer was given\.$/, ({ world }) => world.final === null],
  [
    /^- All messages asked for feedback; a message without a tool call is the answer\.$/,
    (played) =>
      turnsOf(played).length > 0 &&
      turnsOf(played).every(({ tool_calls: calls }) =>
        calls?.some(({ function: { name } }) => name === 'get_feedback'),
      ),
  ],
  [
    /^- The last message held no answer in the form asked for\.$/,
    ({ world }) => world.final === null || !world.final.found,
  ],
  [
    /^- The last answer was not worked out to the end\.$/,
    (played) => verdictOf(played) === 'unworked' || verdictOf(played) === 'given',
  ],
  [
    /^- The last answer (".*") was not right\.$/,
    (played, quoted = '') => verdictOf(played) === 'wrong' && isWrong(played, quoted),
  ],
]

const OUTSIDE = END_REASONS.filter((reason) =>
  /^(?:token|turn_b|client|aband|super|fault)/.test(reason),
)

/**
 * A turn on a task: right, wrong, unworked or garbage, with one or two calls and one or two ids.
 */
function turnOf(task: MathTask, pick: number, step: number): Action {
  const { kind, gold } = task.answer
  const texts = [
    gold,
    kind === 'choice' ? 'B' : 'ABBA',
    '7',
    '3 \\cdot 4',
    '\\frac{6}{8}',
    'A',
    'even',
  ]
  const text = answerText(kind, texts[pick % texts.length] as string)
  const other = answerText(kind, texts[(pick + 3) % texts.length] as string)
  const calls = [text, other].flatMap((answer) => {
    const turn = feedbackTurn(answer, pick % 2 === 0 ? 1 : step + 1)
    return 'tool_calls' in turn ? (turn.tool_calls ?? []) : []
  })
  switch (Math.floor(pick / texts.length)) {
    case 0:
      return { content: text }
    case 1:
      return feedbackTurn(text, step + 1)
    case 2:
      return { content: other, tool_calls: calls.slice(0, 1) }
    case 3:
      return { content: '', tool_calls: calls }
    case 4:
      return { content: `${text} No, wait. ${other}` }
    case 5:
      return { content: 'I do not know.' }
    case 6:
      return { content: '' }
    case 7:
      return { text: `<think>${text}` }
    case 8:
      return { content: `${text} ${other}` }
    default:
      return { tool_calls: [{ id: '1', type: 'function', function: { name: 'x', arguments: '' } }] }
  }
}

function critiqueOf(task: MathTask, picks: readonly number[], reason: EndReason, turns: number) {
  const setup = setupOf(task, { assistant_turns: turns, confirm_correct: picks.length % 4 !== 0 })
  const { transcript, events, states, answers } = playthrough(setup, (_, { step }) => {
    const pick = picks[step]
    return pick === undefined ? undefined : turnOf(task, pick, step)
  })
  const last = states.at(-1) as EpisodeState
  const cut = last.end === undefined ? endEpisode(setup, last, reason) : undefined
  const state = cut?.state ?? last
  const metrics = cut?.answer.metrics ?? answers.at(-1)?.metrics ?? {}
  const end = state.end as NonNullable<EpisodeState['end']>
  const outcome = { end, success: metrics.success === 1, metrics }
  const world = state.worldState as unknown as MathState
  const text = critiqueAtOnce(mathFeedbackEnvironment, { transcript, events }, outcome)
  return { text, played: { task, transcript, world, state } }
}

const claimOf = (line: string) => CLAIMS.filter(([pattern]) => pattern.test(line))

it('states only what happened, and uses each sentence at least once', () => {
  const seen = new Set<RegExp>()
  const picks = fc.array(fc.nat({ max: 69 }), { maxLength: 5 })
  fc.assert(
    fc.property(
      fc.constantFrom(...TASKS),
      picks,
      fc.constantFrom(...OUTSIDE),
      fc.integer({ min: 1, max: 5 }),
      (task, turns, reason, most) => {
        const { text, played } = critiqueOf(task, turns, reason, most)
        for (const line of text === '' ? [] : text.split('\n')) {
          const claims = claimOf(line)
          expect([line, claims.length > 0]).toEqual([line, true])
          for (const [pattern, isTrue] of claims) {
            const parts = pattern.exec(line)?.slice(1) ?? []
            expect([line, isTrue(played, ...parts)]).toEqual([line, true])
            seen.add(pattern)
          }
        }
      },
    ),
    { numRuns: 3_000, seed: 12 },
  )
  const unseen = CLAIMS.map(([pattern]) => pattern).filter((pattern) => !seen.has(pattern))
  expect(unseen).toEqual([])
})

it.each(OUTSIDE)('says only that an episode ended early if %s cut it before any turn', (reason) => {
  const { text } = critiqueOf(TASKS[0] as MathTask, [], reason, 3)
  expect(text).toBe(
    'The problem was not solved.\n- It was cut short before a last answer was given.',
  )
})

it('quotes no answer that is right in value, though it is not worked out', () => {
  const [task] = TASKS
  const { verdict } = judgeAnswer(task as MathTask, '\\boxed{\\frac{6}{8}}')
  expect(verdict).toBe('unworked')
  const { text } = critiqueOf(task as MathTask, [11, 4], 'client_closed', 2)
  expect(text).toContain('not worked out')
  expect(text).not.toContain('frac')
})
