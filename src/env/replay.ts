import {
  canonicalJson,
  firstJsonDifference,
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

/** The part of a log row that replay needs: its kind and its stored JSON text. */
export interface ReplayRow {
  readonly kind: 'opened' | 'stepped' | 'closed'
  readonly payload: string
}

/** The first difference between a replay and its log. */
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

/** Thrown when a replay differs from its log. */
export class ReplayError extends Error {
  readonly difference: Difference
  constructor(difference: Difference) {
    super(`replay differs from the log at position ${difference.position}, ${difference.path}`)
    this.name = 'ReplayError'
    this.difference = difference
  }
}

/** Thrown when the environment throws at a row for which the log has an answer. */
export class ReplayFailed extends Error {
  readonly position: number
  constructor(position: number, cause: unknown) {
    super(`the environment fails at position ${position}, where the log has an answer`, { cause })
    this.name = 'ReplayFailed'
    this.position = position
  }
}

/** Thrown for rows that are no log of this program. The message holds nothing of their content. */
export class InvalidLog extends Error {
  override readonly name = 'InvalidLog'
}

/** Plays one row. Wraps errors of the environment in a `ReplayFailed` with the row's position. */
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

/** Performs an effect again; returns undefined for effects that cannot be repeated. */
export type ExecuteEffect = (request: EffectRequest) => EffectAnswer | undefined

/**
 * Drives a play with recorded answers. With `execute`, also performs each effect again and compares
 * the answers.
 *
 * @throws ReplayError if a request or a repeated answer differs from the log
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
    const repeated = execute?.(progress.value)
    if (repeated !== undefined) compareAnswers(recorded.answer, repeated, position, index)
    index += 1
    progress = play.next(recorded.answer satisfies EffectAnswer)
  }
  return progress.value
}

function compareAnswers(
  recorded: EffectAnswer,
  repeated: EffectAnswer,
  position: number,
  index: number,
): void {
  const [left, right] = [recorded, repeated] as unknown as [JsonObject, JsonObject]
  if (canonicalJson(left) === canonicalJson(right)) return
  throw differenceAt(position, left, right, ['effects', String(index), 'answer'])
}

const sameRequest = (recorded: EffectRequest, replayed: EffectRequest): boolean =>
  canonicalJson(recorded as unknown as JsonObject) ===
  canonicalJson(recordedRequest(replayed) as unknown as JsonObject)

/** The setup that an opening row describes. The world must be the one with the row's hash. */
export function buildSetup(
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
  /** Performs effects again; their answers must equal the recorded ones. */
  readonly execute?: ExecuteEffect | undefined
  /** The parsed payload of the opening row, if the caller has it. */
  readonly opening?: OpenedPayload
}

/**
 * Plays a log again from its opening row. With `verify`, builds every row again and compares it
 * with the stored text, byte for byte.
 *
 * @throws ReplayError at the first difference; ReplayFailed if the environment throws; InvalidLog
 *   if the rows do not form a log
 */
export function replay(
  rows: readonly ReplayRow[],
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

/** Like `replay`, but yields after each row so that the caller can do other work. */
export function* replayRows(
  rows: readonly ReplayRow[],
  environment: AnyEnvironment,
  world: JsonObject,
  options: ReplayOptions,
): Generator<void, Replayed, void> {
  const first = rows[0]
  if (first?.kind !== 'opened')
    throw new InvalidLog('replay: the log does not begin with an opening')
  const opening = options.opening ?? readOpening(first)
  if (opening.format > LOG_FORMAT) {
    const remedy = `this program reads up to ${LOG_FORMAT}: use a newer one`
    throw new InvalidLog(`replay: the log has format ${opening.format}, ${remedy}`)
  }
  const setup = playAt(0, () => buildSetup(opening, environment, world))
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
    state = replayRow(setup, state, rows[position] as ReplayRow, position, rules)
    yield
  }
  return { setup, state, opening }
}

interface RowRules extends ReplayOptions {
  /** Whether the log's format stores events in its rows. */
  readonly hasEvents: boolean
}

function replayRow(
  setup: EpisodeSetup,
  state: EpisodeState,
  row: ReplayRow,
  position: number,
  { verify, execute, hasEvents }: RowRules,
): EpisodeState {
  switch (row.kind) {
    case 'opened':
      throw new InvalidLog(`replay: a second opening at position ${position}`)
    case 'stepped': {
      // Only the whole row shows whether a row of an older format has events.
      const recorded =
        verify && !hasEvents ? (JSON.parse(row.payload) as SteppedPayload) : readAsked(row.payload)
      const play = stepEpisode(setup, state, recorded.action)
      const stepped = playAt(position, () =>
        playRecorded(play, recorded.effects, position, execute),
      )
      if (verify) {
        const answer = asRecorded(recorded, stepped.answer, hasEvents)
        const { action, effects, model_version: version } = recorded
        const rebuilt = steppedPayload(action, effects, answer, version)
        compare(position, row.payload, rebuilt)
      }
      return stepped.state
    }
    case 'closed': {
      const recorded = JSON.parse(row.payload) as ClosedPayload
      const reason = recorded.end?.reason ?? 'abandoned'
      const closedEpisode = playAt(position, () => endEpisode(setup, state, reason))
      if (verify) {
        const rebuilt = closedPayload(recorded.detail, closedEpisode.answer, recorded.fault)
        compare(position, row.payload, rebuilt)
      }
      return closedEpisode.state
    }
    default:
      return unreachable(row.kind)
  }
}

/**
 * Removes notes and events that the recorded row lacks, because older programs did not write them.
 * Events may be missing only in logs of older formats. Only effects produce notes, so a row that
 * was read in part has none.
 */
function asRecorded(
  recorded: Pick<SteppedPayload, 'notes' | 'events'>,
  { notes, events, ...answer }: StepAnswer,
  hasEvents: boolean,
): StepAnswer {
  const withNotes =
    notes === undefined || recorded.notes === undefined ? answer : { ...answer, notes }
  const isLeftOut = events === undefined || (!hasEvents && recorded.events === undefined)
  return isLeftOut ? withNotes : { ...withNotes, events }
}

/** The payload of an opening row. */
export const readOpening = ({ payload }: Pick<ReplayRow, 'payload'>): OpenedPayload =>
  JSON.parse(payload) as OpenedPayload

/** Begins the last member of a step's payload; only steps of trained models have it. */
const VERSION = ',"model_version":'
/** Begins the answer in the payload of a step without effects. */
const NO_EFFECTS = ',"effects":[],"messages":'

/**
 * Parses the action and effects of a step, but not its answer, which is most of the text and is
 * compared as text. The text before `NO_EFFECTS` plus a brace is valid JSON only if that mark lies
 * outside every string and inner object, so a successful parse has the whole action.
 */
function readAsked(
  payload: string,
): Pick<SteppedPayload, 'action' | 'effects' | 'notes' | 'events' | 'model_version'> {
  const noEffectsAt = payload.includes(VERSION) ? -1 : payload.indexOf(NO_EFFECTS)
  if (noEffectsAt >= 0) {
    try {
      const { action } = JSON.parse(`${payload.slice(0, noEffectsAt)}}`) as SteppedPayload
      return { action, effects: [] }
    } catch {
      // The mark is part of the action, so the whole text is parsed below.
    }
  }
  return JSON.parse(payload) as SteppedPayload
}

function compare(position: number, recorded: string, rebuilt: object): void {
  const replayed = JSON.stringify(rebuilt)
  if (replayed === recorded) return
  throw differenceAt(position, JSON.parse(recorded) as Json, JSON.parse(replayed) as Json)
}

function differenceAt(
  position: number,
  recordedValue: Json,
  rebuiltValue: Json,
  basePath: readonly string[] = [],
) {
  const { path, pair } = firstJsonDifference(recordedValue, rebuiltValue, basePath)
  return new ReplayError({ position, path: path.join('.'), recorded: pair[0], replayed: pair[1] })
}
