import type { Json } from '../../sim/json.ts'
import { extractCode } from '../../sim/q-problems/judge/extract.ts'
import { judge } from '../../sim/q-problems/judge/judge.ts'
import { Q_LIMITS } from '../../sim/q-problems/judge/limits.ts'
import type { QRequest } from '../../sim/q-problems/judge/request.ts'
import type { QTask, QWorld } from '../../sim/q-problems/task.ts'
import { perform, type Work } from '../../tools/effect.ts'
import { qSandbox, type SandboxArguments } from '../../tools/q-sandbox.ts'
import { OWN_DATA } from '../card.ts'
import { toolAnswer, user } from '../message.ts'
import { LAST_TURN } from '../next-turn.ts'
import { definePlugin } from '../plugin.ts'
import { next, type Transition, terminated, truncated } from '../transition.ts'
import { type CallResult, eachCall, on } from '../turn.ts'
import { critiqueQ } from './critique.ts'
import { qData } from './data.ts'
import { exampleFailed, problemEvent, type QEvent } from './events.ts'
import { floorOfQ } from './floor.ts'
import { gradeInSandbox } from './grading.ts'
import { buildHiddenVariant } from './hidden.ts'
import { missText, NO_CODE, NONE_LEFT, NUDGE, openingMessages, TOO_LATE } from './prompts.ts'
import { sampleQ } from './sample.ts'
import { METRICS, measureQ, Q_REWARD, type QContext } from './score.ts'
import { solveQ } from './solve.ts'
import { afterGrade, afterMiss, afterRun, OPENING_STATE, type QState } from './state.ts'
import { gradedTests, publicTests, type Settings, sandboxCallsOf, settingsSchema } from './task.ts'

/** The agent writes q code for a problem, tries it out, and is graded by hidden tests. */
export const qCodeEnvironment = definePlugin<QTask, QWorld, Settings, QState>({
  environment: {
    id: 'q-code-v1',
    revision: 2,
    card: {
      title: 'Programs in q',
      description:
        'Write a q function for a problem. Code may be run in a sandbox first. Hidden tests ' +
        'decide; with several answers, a public test that fails is shown with what was expected ' +
        'and what came.',
      ...OWN_DATA,
    },
    settings: { schema: settingsSchema },
    inPlace: { q: (input) => judge(input as unknown as QRequest) as unknown as Json },
    limits: (_, { assistant_turns }) => ({
      turnsMax: assistant_turns,
      toolCallsPerTurnMax: 1,
      actionCharactersMax: 64_000,
    }),
    tools: [qSandbox],
    turnRules: { nudge: NUDGE, isFinalAnswer: (_, content) => content.trim() !== '' },
    metrics: METRICS,
    reward: { parts: Q_REWARD.names, minimum: 0, maximum: 1000 },
    open: ({ task, settings }) => ({
      state: OPENING_STATE,
      messages: openingMessages(task, settings),
      events: [problemEvent(task)],
    }),
    *step(state, turn, context) {
      if (turn.calls.length === 0) return yield* answer(state, turn.content, context)
      if (context.lastTurn) {
        const messages = turn.calls.map((call) => toolAnswer(call, TOO_LATE))
        const lateEvents = turn.calls.map(
          ({ id, name }): QEvent => ({ kind: 'call_too_late', tool: name, call_id: id }),
        )
        const { after, event } = yield* graded(state, turn.content, context)
        return truncated(after, messages, 'turn_limit', [event, ...lateEvents])
      }
      const run = on(qSandbox, (now: QState, args) => {
        const isLeft = now.sandbox.runs < sandboxCallsOf(context.task, context.settings)
        if (isLeft) return runCall(now, args, context.task)
        const events: QEvent[] = [{ kind: 'run_refused', code: args.code }]
        return { state: now, content: NONE_LEFT, events }
      })
      return yield* eachCall(state, turn, [run])
    },
    nextTurn: ({ sandbox, answers }, { task, settings, lastTurn }) => {
      const max = sandboxCallsOf(task, settings)
      const used = sandbox.runs >= max ? `${sandbox.runs} of ${max} used` : undefined
      const reason = used ?? (lastTurn ? LAST_TURN : undefined)
      const isFinal = lastTurn || settings.answers - answers.length <= 1
      return {
        usedUp: reason === undefined ? {} : { [qSandbox.name]: reason },
        message: isFinal ? 'final_answer' : 'answer',
      }
    },
    score: Q_REWARD.score,
    measure: measureQ,
  },
  data: qData,
  audit: {
    solve: solveQ,
    hiddenVariant: buildHiddenVariant,
    sampleActions: sampleQ,
    floor: floorOfQ,
  },
  teaching: { critique: critiqueQ },
})

function* runCall(
  state: QState,
  args: SandboxArguments,
  { files }: QTask,
): Work<CallResult<QState>> {
  const outcome = yield* perform(qSandbox.run(args, { limits: Q_LIMITS, files }))
  const { content, error, ran } = outcome
  const events: QEvent[] = [{ kind: 'ran', code: args.code, error, ran }]
  return { state: afterRun(state, outcome), content, events }
}

/**
 * An answer is the last one if no other is left or if it passes the public tests. Only then do the
 * hidden tests run, so nothing that the model sees depends on them.
 */
function* answer(state: QState, content: string, context: QContext): Work<Transition<QState>> {
  const { task, settings, lastTurn } = context
  const left = settings.answers - state.answers.length - 1
  if (left > 0 && !lastTurn) {
    const code = extractCode(content)
    if (code === '') {
      const events: QEvent[] = [{ kind: 'no_code' }]
      return next(afterMiss(state, { found: false, passed: 0 }), [user(NO_CODE)], events)
    }
    const tests = publicTests(task)
    const { tests: results } = yield* gradeInSandbox(code, tests, task, settings)
    const missed = results.findIndex(({ passed }) => !passed)
    const [test, result] = [tests[missed], results[missed]]
    if (test !== undefined && result !== undefined) {
      const passedCount = results.filter((testResult) => testResult.passed).length
      const nextState = afterMiss(state, { found: true, passed: passedCount })
      const failedExample = exampleFailed(task, test, result, left)
      return next(nextState, [user(missText(failedExample))], [failedExample])
    }
  }
  const { after, event } = yield* graded(state, content, context)
  return terminated(after, [], 'answered', [event])
}

interface Graded {
  readonly after: QState
  readonly event: QEvent
}

function* graded(state: QState, content: string, { task, settings }: QContext): Work<Graded> {
  const tests = gradedTests(task, settings)
  const code = extractCode(content)
  const grade = code === '' ? null : yield* gradeInSandbox(code, tests, task, settings)
  return { after: afterGrade(state, grade, tests.length), event: { kind: 'answered', code } }
}
