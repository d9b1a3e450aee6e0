import type { Stepped } from '../../env/episode.ts'
import { stepEpisode } from '../../env/episode.ts'
import { type AnswerTexts, answerTexts, type SteppedPayload, steppedText } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import { canonicalJson, type Json, type JsonObject } from '../../sim/json.ts'
import type { AppendRow } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import { OPERATIONS } from '../../wire/operations.ts'
import type { EpisodeStepRequest } from '../../wire/requests.ts'
import type { StepResult } from '../../wire/results.ts'
import type { Access } from '../access.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { toStepResult, WrittenStep } from '../results.ts'
import type { Session } from '../session.ts'
import { type Driven, drive } from './drive.ts'
import { faultEpisode, notPlayedFault } from './fault-episode.ts'
import { findSession, isBehind, loadEpisode } from './load.ts'
import { commitFault, dropMovedSession, makeRow, nextPosition, toProgress } from './rows.ts'

/**
 * Plays one assistant turn and answers after its row is stored. A repeated call gets the recorded
 * answer, or that of the step under way. This is the hot path of the server, so the common step
 * creates as few promises as possible.
 *
 * @throws Fault of the areas `episode`, `step`, `action`, `store`, also synchronously
 */
export function stepOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeStepRequest,
): Promise<StepResult> {
  return stepCall(core, {
    caller,
    resumeKey: request.resume_key,
    scope: STEP_SCOPE,
    request,
    triesLeft: TRIES_MAX,
  })
}

/** A step call, and how many more attempts it has if other servers write to the same log. */
interface StepCall extends Access {
  readonly request: EpisodeStepRequest
  readonly triesLeft: number
}

const TRIES_MAX = 3
const STEP_SCOPE = OPERATIONS['episode.step'].keys.episode

function stepCall(core: HostCore, call: StepCall): Promise<StepResult> {
  const session = findSession(core, call.request.episode_id, call)
  return session instanceof Promise
    ? session.then((loaded) => stepSession(core, loaded, call))
    : stepSession(core, session, call)
}

function stepSession(core: HostCore, session: Session, call: StepCall): Promise<StepResult> {
  if (session.index.group !== null) core.rollouts.messageReceived(session, call.caller.connection)
  const { seq } = call.request
  const action = call.request.action
  if (seq !== undefined && seq <= session.position) {
    core.metrics.stepsRepeated += 1
    return recordedAnswer(core, session, seq, action, call)
  }
  const { flight } = session
  if (flight !== undefined && flight.seq === seq && sameAction(flight.action, action)) {
    core.metrics.stepsRepeated += 1
    return flight.result
  }
  checkMayStep(session, action)
  const next = session.position + 1
  if (seq !== undefined && seq > next) return lookAhead(core, session, seq, call)
  const result = playStep(core, session, call)
  session.flight = { seq: next, action, result }
  return result
}

/**
 * A session is a cache. Another server may already have written a step that seems to be in the
 * future.
 */
async function lookAhead(
  core: HostCore,
  session: Session,
  seq: number,
  call: StepCall,
): Promise<StepResult> {
  const { rows } = await loadEpisode(core, session.id, call, { from: session.position, most: 2 })
  if (isBehind(session, rows)) return tryAgain(core, session, call)
  const next = session.position + 1
  const details = { next_seq: next }
  throw new Fault('step/future_seq', `seq ${seq} is too high: the next is ${next}`, { details })
}

/**
 * Reloads an episode that another server has written to. A step with `seq` then gets its answer,
 * whoever played it. A step without `seq` is refused, because it could be played twice.
 */
function tryAgain(core: HostCore, session: Session, call: StepCall): Promise<StepResult> {
  const movedFault = dropMovedSession(core, session.id)
  if (call.request.seq === undefined) {
    const message = `${movedFault.message} while this step, sent without seq, was played`
    throw new Fault('step/conflict', message)
  }
  if (call.triesLeft === 0) throw movedFault
  return stepCall(core, { ...call, triesLeft: call.triesLeft - 1 })
}

/** The fault for a step of an episode that is over. */
const overFault = (id: string, reason: string): Fault =>
  new Fault(
    reason === 'faulted' ? 'episode/faulted' : 'episode/closed',
    `episode ${id} is over (${reason})`,
  )

function checkMayStep(session: Session, action: Action): void {
  if (session.state.end !== undefined) throw overFault(session.id, session.state.end.reason)
  const isRawText = 'text' in action
  const refusal = session.refusal ?? (isRawText ? session.rawTextRefusal : undefined)
  if (refusal !== undefined) throw refusal
  const next = session.position + 1
  if (session.flight !== undefined || session.closing !== undefined) {
    throw new Fault('step/in_flight', `step ${next} of episode ${session.id} is running`)
  }
  const size = actionCharacters(action)
  const { actionCharactersMax } = session.setup.limits
  if (size > actionCharactersMax) {
    const message = `the action has ${size} characters, the limit is ${actionCharactersMax}`
    throw new Fault('action/too_large', message)
  }
}

function actionCharacters(action: Action): number {
  if ('text' in action) return action.text.length
  let size = (action.content?.length ?? 0) + (action.reasoning_content?.length ?? 0)
  for (const { id, function: called } of action.tool_calls ?? []) {
    size += id.length + called.name.length + charactersIn(called.arguments)
  }
  return size
}

/** The characters of the texts and keys in a value. Every other value counts as one. */
function charactersIn(value: Json | undefined): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let size = 0
  for (const key in value) size += key.length + charactersIn((value as JsonObject)[key])
  return size
}

/** Plays and stores a step. The session's flight ends with it, also after a failure. */
function playStep(core: HostCore, session: Session, call: StepCall): Promise<StepResult> {
  const action = call.request.action
  let driven: Driven<Stepped> | Promise<Driven<Stepped>>
  try {
    const play = stepEpisode(session.setup, session.state, action)
    driven = drive(core, session.index.principal, play)
  } catch (error) {
    return failStep(core, session, call, error)
  }
  return driven instanceof Promise
    ? driven.then(
        (drivenStep) => finishStep(core, session, call, drivenStep),
        (error) => failStep(core, session, call, error),
      )
    : finishStep(core, session, call, driven)
}

/** Stores a played step. An answer that JSON cannot represent is a bug of the environment too. */
function finishStep(
  core: HostCore,
  session: Session,
  call: StepCall,
  { result: { state, answer }, effects, tookMs }: Driven<Stepped>,
): Promise<StepResult> {
  let row: AppendRow
  let written: AnswerTexts
  try {
    const action = call.request.action
    written = answerTexts(answer)
    const version = call.request.model_version
    const { payload, long } = steppedText(action, effects, answer, written, version)
    const texts = long.length === 0 ? undefined : { owner: session.index.principal, all: long }
    const progress = toProgress(state, answer.metrics)
    row = makeRow(nextPosition(session), 'stepped', payload, progress, { tookMs, texts })
  } catch (error) {
    return failStep(core, session, call, error)
  }
  return storeStep(core, session, call, { state, answer }, row, written)
}

async function failStep(
  core: HostCore,
  session: Session,
  call: StepCall,
  error: unknown,
): Promise<StepResult> {
  try {
    throw notPlayedFault(error) ?? (await faultEpisode(core, session, error))
  } catch (fault) {
    if (fault instanceof Fault && fault.code === 'episode/moved') {
      return tryAgain(core, session, call)
    }
    throw fault
  } finally {
    session.flight = undefined
  }
}

function storeStep(
  core: HostCore,
  session: Session,
  call: StepCall,
  { state, answer }: Stepped,
  row: AppendRow,
  written: AnswerTexts,
): Promise<StepResult> {
  const seq = row.position
  return core.queue.commit(session.index.principal, [row]).then(
    (outcome) => {
      session.flight = undefined
      if (outcome.status === 'conflict') return tryAgain(core, session, call)
      session.state = state
      session.position = seq
      session.hash = row.hash
      if (session.index.group !== null) core.recentLogs.add(session.id, row)
      core.metrics.steps += 1
      if (state.end !== undefined) {
        session.ending = { answer, fault: false }
        session.endedMs = core.store.nowMs()
        core.metrics.episodesClosed += 1
        core.sessions.retire(session.id)
        if (session.index.group !== null) core.rollouts.ended(session, answer)
      }
      return new WrittenStep(session.id, seq, answer, written)
    },
    (error) => {
      session.flight = undefined
      throw commitFault(core, error)
    },
  )
}

async function recordedAnswer(
  core: HostCore,
  session: Session,
  seq: number,
  action: Action,
  access: Access,
): Promise<StepResult> {
  const storedEpisode = await core.scheduler.begin(callerName(access.caller), () =>
    loadEpisode(core, session.id, access, { from: seq, most: 1 }),
  )
  const [row] = storedEpisode.rows
  if (row?.kind !== 'stepped') throw overFault(session.id, session.state.end?.reason ?? 'closed')
  const recorded = JSON.parse(row.payload) as SteppedPayload
  if (sameAction(recorded.action, action)) return toStepResult(session.id, seq, recorded)
  throw new Fault('step/stale_seq', `step ${seq} was recorded with another action`, {
    details: { next_seq: session.position + 1 },
  })
}

const sameAction = (left: Action, right: Action): boolean =>
  canonicalJson(left as unknown as JsonObject) === canonicalJson(right as unknown as JsonObject)
