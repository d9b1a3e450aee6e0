import type { EpisodeState, StepAnswer } from '../../env/episode.ts'
import type { OpenedPayload } from '../../env/log.ts'
import { playedByOther } from '../../env/package.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { recordedEnvironment } from '../../env/recorded.ts'
import { buildSetup, replayRows } from '../../env/replay.ts'
import {
  type OtherRevision,
  otherDialects,
  otherRevision,
  otherRevisionText,
  recordedRevision,
  showing,
} from '../../env/revision.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { StoredEpisode, StoredRow } from '../../store/event-store.ts'
import { memoizeBy } from '../../tools/memoize-by.ts'
import { Fault, shown } from '../../wire/faults.ts'
import { type Access, checkAccess, toAccessFacts } from '../access.ts'
import type { HostCore } from '../core.ts'
import { callerName } from '../principal.ts'
import { isBusy, newSession, type Session } from '../session.ts'
import { readStore } from './store-reads.ts'
import { temporaryFault } from './temporary-fault.ts'

/**
 * The session of an episode, from memory or rebuilt from its log.
 *
 * @throws Fault `episode/not_found`, `episode/damaged`, `episode/unverifiable`, `store/unavailable`
 */
export function findSession(
  core: HostCore,
  id: string,
  access: Access,
): Session | Promise<Session> {
  const session = core.sessions.get(id)
  if (session === undefined) return loadSession(core, id, access)
  const accessCheck = checkAccess(core, id, session, access)
  if (accessCheck === undefined) return session
  // Another session may have replaced it meanwhile. Each episode must have a single session.
  return accessCheck.then(() =>
    core.sessions.get(id) === session ? session : findSession(core, id, access),
  )
}

/** The rows to read at once. A long log is read in the caller's turns. */
export const PAGE_ROWS = 32

/** A range of rows of an episode. Default: all rows. */
interface RowRange {
  readonly from?: number
  readonly most?: number
}

/** Whether an idle session is behind these stored rows. */
export function isBehind(session: Session, rows: readonly StoredRow[]): boolean {
  const last = rows[rows.length - 1]
  if (isBusy(session) || last === undefined || last.position < session.position) return false
  return last.position > session.position || last.hash !== session.hash
}

/**
 * The stored episode, if the caller may see it.
 *
 * @throws Fault `episode/not_found`, `episode/damaged`, `store/unavailable`
 */
export async function loadEpisode(
  core: HostCore,
  id: string,
  access: Access,
  range: RowRange = {},
): Promise<StoredEpisode> {
  const storedEpisode = await loadUnchecked(core, id, access, range)
  if (storedEpisode.defect === null) return storedEpisode
  core.sessions.drop(id)
  core.log.error({ episode: id, defect: storedEpisode.defect }, 'an episode is damaged')
  throw damagedFault(storedEpisode)
}

/** The fault for an episode whose stored log is damaged. */
export const damagedFault = ({ summary, defect }: StoredEpisode): Fault =>
  new Fault('episode/damaged', `the stored log of episode ${summary.episode} is damaged: ${defect}`)

/** The stored episode, damaged or not, for callers that look for damage. */
export async function loadUnchecked(
  core: HostCore,
  id: string,
  access: Access,
  { from = 0, most = Number.POSITIVE_INFINITY }: RowRange = {},
): Promise<StoredEpisode> {
  const rows: StoredRow[] = []
  let defect: string | null = null
  for (;;) {
    const size = Math.min(PAGE_ROWS, most - rows.length)
    const load = (): Promise<StoredEpisode> => loadPage(core, id, access, from + rows.length, size)
    // The first page is read in the turn in which the call began.
    const page = await (rows.length === 0
      ? load()
      : core.scheduler.begin(callerName(access.caller), load))
    rows.push(...page.rows)
    defect ??= page.defect
    if (page.rows.length < size || rows.length === most) return { ...page, rows, defect }
  }
}

async function loadPage(
  core: HostCore,
  id: string,
  access: Access,
  from: number,
  size: number,
): Promise<StoredEpisode> {
  const storedEpisode = await readStore(() => core.store.log.load(id, from, size))
  if (storedEpisode === undefined) core.sessions.drop(id)
  await checkAccess(core, id, storedEpisode && toAccessFacts(storedEpisode.summary), access)
  return storedEpisode as StoredEpisode
}

/** A session, and the rows that it was built from if this call built it. */
interface FoundEpisode {
  readonly session: Session
  readonly stored: StoredEpisode | undefined
}

/** Like `findSession`, for callers that need the rows too, so that the rows are not read twice. */
export async function findWithRows(
  core: HostCore,
  id: string,
  access: Access,
): Promise<FoundEpisode> {
  const session = core.sessions.get(id)
  if (session !== undefined) {
    return { session: await findSession(core, id, access), stored: undefined }
  }
  const queue = callerName(access.caller)
  return core.scheduler.begin(queue, () => loadInTurn(core, id, access, queue))
}

const loadSession = async (core: HostCore, id: string, access: Access): Promise<Session> =>
  (await findWithRows(core, id, access)).session

async function loadInTurn(
  core: HostCore,
  id: string,
  access: Access,
  queue: string,
): Promise<FoundEpisode> {
  // Another call may have loaded it meanwhile. Each episode must have a single session.
  if (core.sessions.get(id) !== undefined) return findWithRows(core, id, access)
  const storedEpisode = await loadEpisode(core, id, access)
  const session = core.sessions.get(id) ?? (await buildSession(core, storedEpisode, queue))
  const meanwhile = core.sessions.get(id)
  if (meanwhile !== undefined) return { session: meanwhile, stored: undefined }
  core.metrics.episodesLoaded += 1
  // Another server may be able to continue this episode, so it is read again each time.
  if (session.refusal === undefined) core.sessions.put(session)
  return { session, stored: storedEpisode }
}

/**
 * The environment in which an episode was played.
 *
 * @throws Fault `episode/unverifiable` if this server does not have it
 */
export function findPlayedEnvironment(
  { catalog }: HostCore,
  episode: string,
  environment: string,
): AnyEnvironment {
  const entry = catalog.get(environment)
  if (entry !== undefined) return entry.environment
  const message = `episode ${episode} was played in ${shown(environment)}`
  throw new Fault('episode/unverifiable', `${message}, which this server does not have`)
}

/**
 * The environment and the world in which an episode was played, as recorded.
 *
 * @throws Fault `episode/unverifiable` if this server does not have them, `store/unavailable`
 */
export async function playedIn(
  core: HostCore,
  { episode, environment: id, worldHash }: StoredEpisode['summary'],
): Promise<{ readonly played: AnyEnvironment; readonly world: JsonObject }> {
  const environment = findPlayedEnvironment(core, episode, id)
  const world = await core.world(worldHash)
  return { played: recordedEnvironment(environment, world) ?? environment, world }
}

/**
 * A session at the end of a stored log. If this server cannot play the episode, the session can
 * only return recorded answers.
 *
 * @param queue the queue in whose turns it is built
 * @throws Fault `episode/unverifiable` if this server does not have its environment;
 *   `env/unavailable`
 */
export async function buildSession(
  core: HostCore,
  storedEpisode: StoredEpisode,
  queue: string,
): Promise<Session> {
  const { summary, rows } = storedEpisode
  const { played, world } = await playedIn(core, summary)
  const last = rows[rows.length - 1]
  if (last === undefined) throw new Error(`episode ${summary.episode} has no rows`)
  const opening = parseOpening(storedEpisode)
  const revision = recordedRevision(opening)
  const dialects = otherDialects(opening)
  const sessionParts = {
    ...toAccessFacts(summary),
    index: summary,
    revision,
    rawTextRefusal: dialects && otherRevisionFault(summary.episode, played.id, dialects),
  }
  let refusal = otherCodeFault(storedEpisode, played)
  try {
    if (refusal === undefined) {
      const rowByRow = replayRows(rows, played, world, { verify: false, opening })
      const { setup, state } = await inPieces(core, queue, rowByRow)
      return newSession({ ...sessionParts, setup, state }, last, core.nowMs())
    }
  } catch (error) {
    refusal = notAsRecordedFault(summary.episode, error)
    if (refusal.retryable) throw refusal
  }
  const setup = buildSetup(opening, showing(played, opening.settings), world)
  return newSession(
    { ...sessionParts, setup, state: recordedState(storedEpisode), refusal },
    last,
    core.nowMs(),
  )
}

/** The fault for an episode whose log this server cannot play. */
export function notAsRecordedFault(episode: string, error: unknown): Fault {
  const passing = temporaryFault(error)
  if (passing !== undefined) return passing
  const message = `episode ${episode} does not play as recorded`
  return new Fault('episode/unverifiable', message, { cause: error })
}

/** The state of an episode according to the store, without a replay. */
function recordedState({ summary, rows }: StoredEpisode): EpisodeState {
  const { steps, total, endReason } = summary
  const last = JSON.parse(rows.at(-1)?.payload ?? '{}') as Partial<StepAnswer>
  const conduct = { turns: steps, toolCalls: 0, malformedCalls: 0, nudges: 0 }
  const state = { step: steps, worldState: {}, conduct, parts: last.parts ?? {}, total }
  return endReason === null || last.end === undefined ? state : { ...state, end: last.end }
}

/**
 * Why the current code does not continue an episode; undefined if the same code recorded it.
 * Recorded answers are still available.
 */
function otherCodeFault(
  storedEpisode: StoredEpisode,
  environment: AnyEnvironment,
): Fault | undefined {
  const otherCode = otherRevision(parseOpening(storedEpisode), environment, storedEpisode.rows)
  return (
    otherPackageFault(storedEpisode, environment) ??
    (otherCode && otherRevisionFault(storedEpisode.summary.episode, environment.id, otherCode))
  )
}

/** The fault for an episode that another version of the environment's package played. */
export function otherPackageFault(
  storedEpisode: StoredEpisode,
  environment: AnyEnvironment,
): Fault | undefined {
  const otherPackage = playedByOther(parseOpening(storedEpisode).package, environment)
  const { episode } = storedEpisode.summary
  return otherPackage === undefined
    ? undefined
    : new Fault('episode/unverifiable', `episode ${episode}: ${otherPackage}`)
}

/** The fault for continuing an episode that another revision recorded. */
export function otherRevisionFault(
  episode: string,
  environment: string,
  difference: OtherRevision,
  options: { readonly hint?: string; readonly cause?: unknown } = {},
): Fault {
  const message = `episode ${episode} was ${otherRevisionText(environment, difference)}`
  return new Fault('episode/other_revision', message, { ...options, details: { ...difference } })
}

/** Runs work in pieces, such as the replay of a log, in the caller's turns. */
export async function inPieces<Result>(
  { scheduler }: Pick<HostCore, 'scheduler'>,
  queue: string,
  work: Generator<void, Result, void>,
): Promise<Result> {
  const slice = scheduler.timeSlice(queue)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    if (slice.isUsedUp) await slice.renew()
  }
}

/** It is cached, because a resume needs it three times. */
const parsedOpening = memoizeBy(({ payload }: StoredRow) => JSON.parse(payload) as OpenedPayload)

/** The parsed payload of the opening row. */
export const parseOpening = ({ rows }: StoredEpisode): OpenedPayload =>
  parsedOpening(rows[0] as StoredRow)
