import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { stream } from '../../sim/random.ts'
import { parseFitting } from '../../tools/complaint.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import { failureText } from '../../tools/failure-text.ts'
import type { EpisodeSetup, EpisodeState } from '../episode.ts'
import type { Action } from '../message.ts'
import { playingThrough, setupIn } from '../playthrough.ts'
import type { BaseTask } from '../task-data.ts'
import { madeUpTurn } from '../usual-players.ts'
import {
  type CheckName,
  type ConformanceCheck,
  type ConformanceSubject,
  checkConformance,
} from './contract.ts'
import { type AskWorld, driven } from './driven.ts'

/** Findings about a world on another server. */
interface ForeignFinding {
  readonly checks: readonly ConformanceCheck[]
  /** Remarks that are not defects, one sentence each. */
  readonly notes: readonly string[]
}

/** An episode on the other server: its turns, and the answer to each request. */
interface Recorded {
  readonly actions: readonly Action[]
  readonly answers: ReadonlyMap<string, EffectAnswer>
  readonly digests: readonly string[]
}

const PLAYS_CHECK = 'its server plays an episode of each task'
/** The checks of a recorded play. The others need a world in which two plays are equal. */
const RECORDED_PLAY_CHECKS: readonly CheckName[] = [
  'the task and the world fit their schemas',
  'the opening has messages and no reward',
  'the same actions give the same episode',
  'states are plain JSON and never changed in place',
  'rewards have known parts, whole thousandths and stay in bounds',
  'a closed episode reports exactly the declared metrics',
  'every episode ends within its turn limit',
]
const EQUAL_NOTE = 'two plays of each task were equal: an open episode continues after a crash'

/**
 * Checks a world on another server. Each task is played there once, and the answers are checked by
 * the contract. The report also states whether a second play is equal.
 */
export async function checkForeign(
  subject: Omit<ConformanceSubject, 'choose' | 'effects' | 'only'>,
  ask: AskWorld,
  onProgress: (done: number) => void = () => undefined,
): Promise<ForeignFinding> {
  const failures: string[] = []
  const failuresByCheck = new Map<string, string[]>()
  const differing: string[] = []
  const { environment, world, settings: requestedSettings = {} } = subject
  const settings = parseFitting(environment.settings.schema, requestedSettings, 'the settings')
  for (const [done, task] of subject.tasks.entries()) {
    onProgress(done)
    const setup = setupIn({ environment, world, settings }, task)
    try {
      const recorded = await recordPlay(setup, subject.seed, ask)
      for (const check of listChecks(subject, task, recorded)) {
        failuresByCheck.set(check.name, [
          ...(failuresByCheck.get(check.name) ?? []),
          ...check.failures,
        ])
      }
      const step = await firstDifference(setup, recorded, ask)
      if (step !== undefined) differing.push(`${task.id} from step ${step}`)
    } catch (error) {
      failures.push(`${task.id}: ${failureText(error)}`)
    }
  }
  const checks = [...failuresByCheck].map(([name, checkFailures]) => ({
    name,
    failures: checkFailures,
  }))
  const note = differing.length === 0 ? EQUAL_NOTE : unequal(differing)
  const notes = failures.length < subject.tasks.length ? [note] : []
  return { checks: [{ name: PLAYS_CHECK, failures }, ...checks], notes }
}

const unequal = (differing: readonly string[]): string =>
  `a second play was answered differently (${differing.slice(0, 3).join(', ')}): name ` +
  'members that may differ in the setting volatile. Otherwise an open episode ends with its ' +
  'connection'

/** Plays an episode there to its end, with turns made up from the schemas of its tools. */
async function recordPlay(setup: EpisodeSetup, seed: number, ask: AskWorld): Promise<Recorded> {
  const answers = new Map<string, EffectAnswer>()
  const digests: string[] = []
  const listening: AskWorld = async (request) => {
    const answer = await ask(request)
    answers.set(canonicalJson(request.input), answer)
    digests.push(answerDigest(answer))
    return answer
  }
  const actions: Action[] = []
  const play = playingThrough(setup, ({ transcript }, { step }) => {
    const random = stream(seed, step, setup.task.id)
    const since = transcript.findLastIndex(({ role }) => role === 'assistant') + 1
    const action = madeUpTurn(setup.environment, transcript.slice(since), { turn: step, random })
    actions.push(action)
    return action
  })
  await driven(play, listening)
  return { actions, answers, digests }
}

/** The first step that a second play answers differently; undefined if there is none. */
async function firstDifference(
  setup: EpisodeSetup,
  { actions, digests }: Recorded,
  ask: AskWorld,
): Promise<number | undefined> {
  let answerCount = 0
  let differs = false
  const comparing: AskWorld = async (request) => {
    const answer = await ask(request)
    differs ||= answerDigest(answer) !== digests[answerCount++]
    return answer
  }
  const next = (_: unknown, { step }: EpisodeState): Action | undefined =>
    differs ? undefined : actions[step]
  const { states } = await driven(playingThrough(setup, next), comparing)
  return differs ? states.at(-1)?.step : undefined
}

/** A digest of an answer, to compare two plays: without the session's name and the observation. */
const answerDigest = (answer: EffectAnswer): string =>
  answer.status === 'failed'
    ? answer.reason
    : canonicalJson({ ...(answer.output as JsonObject), session: null, observation: null })

/** Checks the contract on a recorded play, whose answers are found by their requests. */
function listChecks(
  subject: Omit<ConformanceSubject, 'choose' | 'effects' | 'only'>,
  task: BaseTask & JsonObject,
  { actions, answers }: Recorded,
): readonly ConformanceCheck[] {
  return checkConformance({
    ...subject,
    tasks: [task],
    only: RECORDED_PLAY_CHECKS,
    choose: (_, { step }) => actions[step],
    effects: ({ input }) => {
      const answer = answers.get(canonicalJson(input))
      if (answer !== undefined) return answer
      return {
        status: 'failed',
        reason: 'invalid',
        message: 'the recorded play has no answer to this request',
      }
    },
  })
}
