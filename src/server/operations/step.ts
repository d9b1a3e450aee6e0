import type { Stepped } from '../../env/episode.ts'
import { stepEpisode } from '../../env/episode.ts'
import { type RecordedEffect, type SteppedPayload, steppedPayload } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { Fault } from '../../wire/faults.ts'
import type { EpisodeStepRequest } from '../../wire/requests.ts'
import type { StepResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { Caller } from '../principal.ts'
import { stepResult } from '../results.ts'
import type { Session } from '../session.ts'
import { drive } from './drive.ts'
import { faultEpisode } from './fault-episode.ts'
import { findSession, loadEpisode } from './load.ts'
import { commitRows, makeRow, movedElsewhere, progressOf } from './rows.ts'

/**
 * Plays one assistant turn and answers after its row is stored. A call that was recorded already,
 * or is under way, gets that answer.
 *
 * @throws Fault of the areas `episode`, `step`, `action`, `store`
 */
export async function stepOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeStepRequest,
): Promise<StepResult> {
  const access = { caller, resumeKey: request.resume_key, scope: 'play' } as const
  const found = findSession(core, request.episode_id, access)
  const session = found instanceof Promise ? await found : found
  const action = request.action as Action
  const { seq } = request
  if (seq !== undefined && seq <= session.position) {
    core.metrics.stepsRepeated += 1
    return recordedAnswer(core, session, seq, action, access)
  }
  const { flight } = session
  if (flight !== undefined && flight.seq === seq && sameAction(flight.action, action)) {
    core.metrics.stepsRepeated += 1
    return flight.result
  }
  checkMayStep(session, seq, action)
  const next = session.position + 1
  const result = playStep(core, session, next, action)
  session.flight = { seq: next, action, result }
  try {
    return await result
  } finally {
    session.flight = undefined
  }
}

function checkMayStep(session: Session, seq: number | undefined, action: Action): void {
  if (session.state.end !== undefined) {
    const { reason } = session.state.end
    const code = reason === 'faulted' ? 'episode/faulted' : 'episode/closed'
    throw new Fault(code, `episode ${session.id} is over (${reason})`)
  }
  const next = session.position + 1
  if (session.flight !== undefined || session.closing !== undefined) {
    throw new Fault('step/in_flight', `step ${next} of episode ${session.id} is running`)
  }
  if (seq !== undefined && seq > next) {
    const details = { next_seq: next }
    throw new Fault('step/future_seq', `seq ${seq} is too high: the next is ${next}`, { details })
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
  let size = action.content?.length ?? 0
  for (const call of action.tool_calls ?? []) {
    const given = call.function.arguments
    size += typeof given === 'string' ? given.length : JSON.stringify(given).length
  }
  return size
}

async function playStep(
  core: HostCore,
  session: Session,
  seq: number,
  action: Action,
): Promise<StepResult> {
  let stepped: Stepped
  let effects: readonly RecordedEffect[]
  try {
    const driven = drive(core, stepEpisode(session.setup, session.state, action))
    const done = driven instanceof Promise ? await driven : driven
    stepped = done.result
    effects = done.effects
  } catch (error) {
    throw await faultEpisode(core, session, error)
  }
  const { state, answer } = stepped
  const payload = JSON.stringify(steppedPayload(action, effects, answer))
  const at = { episode: session.id, position: seq, previousHash: session.hash }
  const row = makeRow(at, 'stepped', payload, progressOf(state, answer.metrics))
  const outcome = await commitRows(core, [row])
  if (outcome.status === 'conflict') throw movedElsewhere(core, session.id)
  const result = stepResult(session.id, seq, answer)
  session.state = state
  session.position = seq
  session.hash = row.hash
  session.last = { action, result }
  core.metrics.steps += 1
  if (state.end !== undefined) core.metrics.episodesClosed += 1
  return result
}

async function recordedAnswer(
  core: HostCore,
  session: Session,
  seq: number,
  action: Action,
  access: Parameters<typeof loadEpisode>[2],
): Promise<StepResult> {
  let recorded = session.last
  if (recorded?.result.seq !== seq) {
    const stored = await loadEpisode(core, session.id, access, seq)
    const row = stored.rows.find((candidate) => candidate.position === seq)
    if (row?.kind !== 'stepped') {
      throw new Fault('episode/closed', `episode ${session.id} was closed before step ${seq}`)
    }
    const payload = JSON.parse(row.payload) as SteppedPayload
    recorded = { action: payload.action, result: stepResult(session.id, seq, payload) }
  }
  if (sameAction(recorded.action, action)) return recorded.result
  throw new Fault('step/stale_seq', `step ${seq} was recorded with another action`, {
    details: { next_seq: session.position + 1 },
  })
}

const sameAction = (left: Action, right: Action): boolean =>
  canonicalJson(left as unknown as JsonObject) === canonicalJson(right as unknown as JsonObject)
