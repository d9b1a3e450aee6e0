import type { JsonObject } from '../../sim/json.ts'
import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { FeedbackRequest } from '../../sim/math/tutor/attempt.ts'
import { verdictNamed } from '../../sim/math/tutor/rule-feedback.ts'
import type { MathWorld } from '../../sim/math/world.ts'
import { type Effectful, perform, type Work } from '../../tools/effect.ts'
import { type FeedbackArguments, getFeedback } from '../../tools/get-feedback.ts'
import { OWN_DATA } from '../card.ts'
import { toolAnswer, user } from '../message.ts'
import { LAST_TURN } from '../next-turn.ts'
import { definePlugin } from '../plugin.ts'
import { next, type Transition, terminated, truncated } from '../transition.ts'
import { type CallResult, checkedArguments, eachCall, on, type Turn } from '../turn.ts'
import { critiqueMath } from './critique.ts'
import { mathData } from './data.ts'
import {
  answerFoundIn,
  findingNamed,
  type MathEvent,
  problemEvent,
  toAnswerForm,
} from './events.ts'
import { floorOfMath } from './floor.ts'
import { buildHiddenVariant } from './hidden.ts'
import { mathPlayers } from './players/index.ts'
import { mathLearner } from './players/learner/index.ts'
import { NONE_LEFT, NOT_WORKED_OUT, NUDGE, openingMessages, stateIt, TOO_LATE } from './prompts.ts'
import { sampleMath } from './sample.ts'
import { MATH_REWARD, type MathContext, METRICS, measureMath } from './score.ts'
import { solveMath } from './solve.ts'
import {
  afterAnswer,
  afterAsking,
  afterAttempt,
  afterReturn,
  type MathState,
  OPENING_STATE,
} from './state.ts'
import {
  attemptsShownMax,
  confirms,
  feedbackMax,
  type Settings,
  settingsSchema,
  usedProfiles,
} from './task.ts'

/** The agent answers a problem, asks a tutor what is wrong with the answer, and revises it. */
export const mathFeedbackEnvironment = definePlugin<MathTask, MathWorld, Settings, MathState>({
  environment: {
    id: 'math-feedback-v1',
    revision: 3,
    card: {
      title: 'Problems with a tutor',
      description:
        'Solve a problem. A tutor may be shown the answer first, and says what kind of mistake ' +
        'it contains and where to look, but never the right answer. Only the final message ' +
        'counts.',
      ...OWN_DATA,
    },
    settings: { schema: settingsSchema, profiles: usedProfiles },
    limits: (_, { assistant_turns }) => ({
      // One extra turn, in which the agent may be asked to state its answer.
      turnsMax: assistant_turns + 1,
      toolCallsPerTurnMax: 1,
      actionCharactersMax: 64_000,
    }),
    tools: [getFeedback],
    turnRules: { nudge: NUDGE, isFinalAnswer: (_, content) => content.trim() !== '' },
    metrics: METRICS,
    reward: { parts: MATH_REWARD.names, minimum: -1200, maximum: 1100 },
    open: ({ task, settings }) => ({
      state: OPENING_STATE,
      messages: openingMessages(task, settings),
      events: [problemEvent(task)],
    }),
    *step(state, turn, context) {
      const { task } = context
      if (turn.calls.length === 0) return answered(state, turn.content, context)
      if (isLastTurn(state, context)) {
        const messages = turn.calls.map((call) => toolAnswer(call, TOO_LATE))
        const lateEvents = turn.calls.map(
          ({ id, name }): MathEvent => ({ kind: 'call_too_late', tool: name, call_id: id }),
        )
        const judgement = judgeAnswer(task, turn.content)
        const events = [answeredEvent(task, turn.content, judgement), ...lateEvents]
        return truncated(afterAnswer(state, judgement), messages, 'turn_limit', events)
      }
      return yield* eachCall(state, turn, [on(getFeedback, (now, args) => ask(now, args, context))])
    },
    nextTurn: (state, context) => ({
      turnsLeft: context.settings.assistant_turns + (state.asked ? 1 : 0) - (context.step - 1),
      usedUp: usedUpTools(state, context),
    }),
    score: MATH_REWARD.score,
    measure: measureMath,
  },
  data: mathData,
  audit: {
    solve: solveMath,
    hiddenVariant: buildHiddenVariant,
    sampleActions: sampleMath,
    floor: floorOfMath,
  },
  teaching: {
    critique: critiqueMath,
    attemptsShownMax,
    isFailedTurn: showsWrongAnswer,
    learner: mathLearner,
    players: mathPlayers,
  },
})

/** Whether no regular turn is left. The turn that asks for the answer does not count. */
const isLastTurn = ({ asked }: MathState, { settings, step, lastTurn }: MathContext): boolean =>
  lastTurn || step - (asked ? 1 : 0) >= settings.assistant_turns

function usedUpTools(state: MathState, context: MathContext): Readonly<Record<string, string>> {
  const max = feedbackMax(context.task, context.settings)
  const used = state.attempts.length
  if (used >= max) return { [getFeedback.name]: `${used} of ${max} used` }
  return isLastTurn(state, context) ? { [getFeedback.name]: LAST_TURN } : {}
}

/**
 * If a message states no answer, the agent is asked for it once. An unfinished answer is returned
 * as long as a turn is left to finish it.
 */
function answered(state: MathState, content: string, context: MathContext): Transition<MathState> {
  const { task, settings, lastTurn } = context
  const judgement = judgeAnswer(task, content)
  const nextState = afterAnswer(state, judgement)
  if (nextState.final?.found === false && !state.asked && !lastTurn) {
    const events: readonly MathEvent[] = [{ kind: 'answer_asked' }]
    return next(afterAsking(state), [user(stateIt(task.answer.kind))], events)
  }
  const verdict = nextState.final?.verdict
  const isOpen = verdict === 'unworked' || (verdict === 'given' && confirms(task, settings))
  if (!isOpen || isLastTurn(state, context)) {
    return terminated(nextState, [], 'answered', [answeredEvent(task, content, judgement)])
  }
  const events: readonly MathEvent[] = [{ kind: 'answer_returned' }]
  return next(afterReturn(state, content), [user(NOT_WORKED_OUT)], events)
}

/** An option counts by its letter, so the event does not read its text. */
const answeredEvent = (
  task: MathTask,
  content: string,
  { stated }: ReturnType<typeof judgeAnswer>,
): MathEvent => ({
  kind: 'answered',
  answer: task.answer.kind === 'choice' ? answerFoundIn(toAnswerForm(task), content) : stated,
})

function ask(
  state: MathState,
  args: FeedbackArguments,
  { task, settings }: MathContext,
): Effectful<CallResult<MathState>> {
  const left = feedbackMax(task, settings) - state.attempts.length
  if (left <= 0) {
    const events: MathEvent[] = [{ kind: 'feedback_refused', answer: args.current_answer }]
    return { state, content: NONE_LEFT, events }
  }
  const confirm = confirms(task, settings)
  const work = getFeedback.run(args, {
    problem: task,
    earlierAttempts: state.attempts,
    kind: settings.feedback_kind,
    confirm,
    profile: settings.feedback_source === 'model' ? settings.feedback_profile : null,
  })
  return answerCall(state, work, { confirm, bare: settings.feedback_kind === 'binary' })
}

function* answerCall(
  state: MathState,
  work: ReturnType<typeof getFeedback.run>,
  { confirm, bare }: { readonly confirm: boolean; readonly bare: boolean },
): Work<CallResult<MathState>> {
  const attempt = yield* perform(work)
  const note = sourceNote(attempt)
  const { answer, feedback: text, source } = attempt
  const verdict = verdictNamed(attempt.finding, confirm)
  const finding = bare || source === 'model' ? null : findingNamed(attempt.finding)
  const events: MathEvent[] = [{ kind: 'feedback', answer, verdict, finding, text }]
  return { state: afterAttempt(state, attempt), content: text, events, note }
}

/** A note on the model that should have written the feedback; undefined if none was asked. */
function sourceNote({
  source,
  leak,
  discarded,
  error,
  repeated,
}: FeedbackRequest): JsonObject | undefined {
  const isModelAsked = source === 'model' || discarded > 0 || error !== null
  return isModelAsked && !repeated
    ? { worded_by: source, leak, discarded, problem: error }
    : undefined
}

/** Whether a turn shows a wrong answer to the tutor. */
function showsWrongAnswer(task: MathTask, { calls }: Turn): boolean {
  return calls.some((call) => {
    const args = checkedArguments(getFeedback, call)
    return args !== undefined && judgeAnswer(task, args.current_answer).verdict !== 'right'
  })
}
