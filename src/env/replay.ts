import {
  canonicalJson,
  firstDifference,
  type Json,
  type JsonObject,
  unreachable,
} from '../sim/json.ts'
import { type EffectAnswer, type EffectRequest, recordedRequest } from '../tools/effect.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  openEpisode,
  type Play,
  type StepAnswer,
  stepEpisode,
} from './episode.ts'
import { WorldChanged, WorldUnavailable } from './failure.ts'
import {
  type ClosedPayload,
  closedPayload,
  EVENTS_FORMAT,
  LOG_FORMAT,
  type OpenedPayload,
  type RecordedEffect,
  readLimits,
  type SteppedPayload,
  steppedPayload,
} from './log.ts'
import type { AnyEnvironment } from './plugin.ts'

/** A row as replay reads it: its kind and the stored JSON text. */
export interface LogRow {
  readonly kind: 'opened' | 'stepped' | 'closed'
  readonly payload: string
}

/** The first place where a replay and its log disagree. */
interface Difference {
  readonly position: number
  /** Path of the member within the row's payload, such as `messages.0.content`. */
  readonly path: string
  readonly recorded: Json | undefined
  readonly replayed: Json | undefined
}

export interface Replayed {
  readonly setup: EpisodeSetup
  readonly state: EpisodeState
  readonly opening: OpenedPayload
}

/** A replay that did not go as recorded. */
export class ReplayError extends Error {
  readonly difference: Difference
  constructor(difference: Difference) {
    super(`replay differs from the log at position ${difference.position}, ${difference.path}`)
    this.name = 'ReplayError'
    this.difference = difference
  }
}

/** A replay whose environment failed where its log has an answer. */
export class ReplayFailed extends Error {
  readonly position: number
  constructor(position: number, cause: unknown) {
    super(`the environment fails at position ${position}, where the log has an answer`, { cause })
    this.name = 'ReplayFailed'
    this.position = position
  }
}

/** Plays one row. What the environment throws there names the row. */
function playAt<Result>(position: number, play: () => Result): Result {
  try {
    return play()
  } catch (error) {
    const isKnown =
      error instanceof ReplayError ||
      error instanceof WorldUnavailable ||
      error instanceof WorldChanged
    throw isKnown ? error : new ReplayFailed(position, error)
  }
}

/** Asks for an effect again; undefined for those that cannot be had a second time. */
export type ExecuteEffect = (request: EffectRequest) => EffectAnswer | undefined

/**
 * Drives a play with recorded answers. It calls nothing unless it is told to ask again and compare.
 * Throws ReplayError on other requests and answers.
 */
function playRecorded<Result>(
  play: Play<Result>,
  effects: readonly RecordedEffect[],
  position: number,
  execute: ExecuteEffect | undefined = undefined,
): Result {
  let progress = play.next()
  let index = 0
  while (!progress.done) {
    const recorded = effects[index]
    if (recorded === undefined || !sameRequest(recorded.request, progress.value)) {
      throw new ReplayError({
        position,
        path: `effects.${index}.request`,
        recorded: recorded?.request as unknown as JsonObject,
        replayed: progress.value as unknown as JsonObject,
      })
    }
    const again = execute?.(progress.value)
    if (again !== undefined) compareAnswers(recorded.answer, again, position, index)
    index += 1
    progress = play.next(recorded.answer satisfies EffectAnswer)
  }
  return progress.value
}

function compareAnswers(
  recorded: EffectAnswer,
  again: EffectAnswer,
  position: number,
  index: number,
): void {
  const [left, right] = [recorded, again] as unknown as [JsonObject, JsonObject]
  if (canonicalJson(left) === canonicalJson(right)) return
  throw differenceAt(position, left, right, ['effects', String(index), 'answer'])
}

const sameRequest = (recorded: EffectRequest, replayed: EffectRequest): boolean =>
  canonicalJson(recorded as unknown as JsonObject) ===
  canonicalJson(recordedRequest(replayed) as unknown as JsonObject)

/** The setup that an opening row describes. The world must be the one with the row's hash. */
export function setupOf(
  opening: OpenedPayload,
  environment: AnyEnvironment,
  world: JsonObject,
): EpisodeSetup {
  return {
    environment,
    task: opening.task,
    world,
    settings: opening.settings,
    seeds: opening.seeds,
    limits: readLimits(opening.limits),
    ...(opening.group?.mode === 'feedback' ? { attempts: opening.attempts_shown } : {}),
    ...(opening.dialect === undefined ? {} : { dialect: opening.dialect }),
  }
}

interface ReplayOptions {
  readonly verify: boolean
  /** Effects to ask for again, whose answers must be those that were recorded. */
  readonly execute?: ExecuteEffect | undefined
  /** The payload of the opening row, where it was read already. */
  readonly opening?: OpenedPayload
}

/**
 * Plays a log again from its opening row. With `verify`, every row is made anew and compared with
 * its stored text, byte for byte.
 *
 * @throws ReplayError at the first difference; ReplayFailed where the environment throws; Error if
 *   the rows are no log
 */
export function replay(
  rows: readonly LogRow[],
  environment: AnyEnvironment,
  world: JsonObject,
  options: ReplayOptions,
): Replayed {
  const rowByRow = replayRows(rows, environment, world, options)
  for (;;) {
    const { done, value } = rowByRow.next()
    if (done === true) return value
  }
}

/** The same, with a rest after each row for those who have other things to do. */
export function* replayRows(
  rows: readonly LogRow[],
  environment: AnyEnvironment,
  world: JsonObject,
  options: ReplayOptions,
): Generator<void, Replayed, void> {
  const first = rows[0]
  if (first?.kind !== 'opened') throw new Error('replay: the log does not begin with an opening')
  const opening = options.opening ?? readOpening(first)
  if (opening.format > LOG_FORMAT) {
    const known = `this program reads up to ${LOG_FORMAT}: use a newer one`
    throw new Error(`replay: the log has format ${opening.format}, ${known}`)
  }
  const setup = playAt(0, () => setupOf(opening, environment, world))
  const opened = playAt(0, () =>
    playRecorded(openEpisode(setup), opening.effects, 0, options.execute),
  )
  const hasEvents = opening.format >= EVENTS_FORMAT
  if (options.verify) {
    const { messages } = opened
    const events = hasEvents || opening.events !== undefined ? opened.events : undefined
    compare(0, first.payload, { ...opening, messages, events })
  }
  const rules = { ...options, hasEvents }
  let state = opened.state
  for (let position = 1; position < rows.length; position++) {
    state = replayRow(setup, state, rows[position] as LogRow, position, rules)
    yield
  }
  return { setup, state, opening }
}

interface RowRules extends ReplayOptions {
  /** Whether the log is of a format whose rows have their events. */
  readonly hasEvents: boolean
}

function replayRow(
  setup: EpisodeSetup,
  state: EpisodeState,
  row: LogRow,
  position: number,
  { verify, execute, hasEvents }: RowRules,
): EpisodeState {
  switch (row.kind) {
    case 'opened':
      throw new Error(`replay: a second opening at position ${position}`)
    case 'stepped': {
      // Whether a row of an older format has events is seen in the whole of it.
      const recorded =
        verify && !hasEvents ? (JSON.parse(row.payload) as SteppedPayload) : readAsked(row.payload)
      const play = stepEpisode(setup, state, recorded.action)
      const stepped = playAt(position, () =>
        playRecorded(play, recorded.effects, position, execute),
      )
      if (verify) {
        const answer = asRecorded(recorded, stepped.answer, hasEvents)
        const { action, effects, model_version: version } = recorded
        const made = steppedPayload(action, effects, answer, version)
        compare(position, row.payload, made)
      }
      return stepped.state
    }
    case 'closed': {
      const recorded = JSON.parse(row.payload) as ClosedPayload
      const reason = recorded.end?.reason ?? 'abandoned'
      const closed = playAt(position, () => endEpisode(setup, state, reason))
      if (verify) {
        const made = closedPayload(recorded.detail, closed.answer, recorded.fault)
        compare(position, row.payload, made)
      }
      return closed.state
    }
    default:
      return unreachable(row.kind)
  }
}

/**
 * An answer without the notes that its row does not have, and in logs of older formats without the
 * events that it does not have: rows of older programs have none. Notes come from effects only, so
 * a step that was read in part never has any.
 */
function asRecorded(
  recorded: Pick<SteppedPayload, 'notes' | 'events'>,
  { notes, events, ...answer }: StepAnswer,
  hasEvents: boolean,
): StepAnswer {
  const noted = notes === undefined || recorded.notes === undefined ? answer : { ...answer, notes }
  const isLeftOut = events === undefined || (!hasEvents && recorded.events === undefined)
  return isLeftOut ? noted : { ...noted, events }
}

/** The payload of an opening row. */
export const readOpening = ({ payload }: Pick<LogRow, 'payload'>): OpenedPayload =>
  JSON.parse(payload) as OpenedPayload

/** What only steps of trained models have, at their end. */
const VERSION = ',"model_version":'
/** Where the answer begins in a step's payload, when there were no effects. */
const NO_EFFECTS = ',"effects":[],"messages":'

/**
 * What a step was asked and told, without its answer, which is most of the text and is only ever
 * compared as text. Up to the mark the text plus a brace is JSON only if the mark stands outside of
 * every string and inner object, so what is read is the whole action.
 */
function readAsked(
  payload: string,
): Pick<SteppedPayload, 'action' | 'effects' | 'notes' | 'events' | 'model_version'> {
  const at = payload.includes(VERSION) ? -1 : payload.indexOf(NO_EFFECTS)
  if (at >= 0) {
    try {
      const { action } = JSON.parse(`${payload.slice(0, at)}}`) as SteppedPayload
      return { action, effects: [] }
    } catch {
      // The mark stood inside the action: the whole text is read below.
    }
  }
  return JSON.parse(payload) as SteppedPayload
}

function compare(position: number, recorded: string, made: object): void {
  const replayed = JSON.stringify(made)
  if (replayed === recorded) return
  throw differenceAt(position, JSON.parse(recorded) as Json, JSON.parse(replayed) as Json)
}

function differenceAt(position: number, one: Json, other: Json, at: readonly string[] = []) {
  const { path, pair } = firstDifference(one, other, at)
  return new ReplayError({ position, path: path.join('.'), recorded: pair[0], replayed: pair[1] })
}
