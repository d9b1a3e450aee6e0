import { DIALECTS_REVISION } from '../../env/dialects/index.ts'
import type { OpenedPayload, SteppedPayload } from '../../env/log.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { recordedEnvironment } from '../../env/recorded.ts'
import { type Replayed, type ReplayRow, replayRows } from '../../env/replay.ts'
import { otherRevision } from '../../env/revision.ts'
import { NO_HASH } from '../../env/row.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { AppendRow, EpisodeIndex, StoredEpisode, StoredRow } from '../../store/event-store.ts'
import { toEpisodeIndex } from '../../store/summary.ts'
import { Fault } from '../../wire/faults.ts'
import type { EpisodeForkRequest } from '../../wire/requests.ts'
import type { ResumeResult } from '../../wire/results.ts'
import { accessTo, copyKeysFor, firstKeys, keysFor, toAccessFacts } from '../access.ts'
import { copyOpenKey } from '../copy-keys.ts'
import type { HostCore } from '../core.ts'
import { checkGateway, gatewayAccess } from '../gateway/access.ts'
import type { TimeSlice } from '../loop-scheduler.ts'
import { type Caller, callerName, queueName } from '../principal.ts'
import { newSession } from '../session.ts'
import { checkRoom, requestDigest, storeFirstRows } from './begin.ts'
import {
  buildSession,
  findPlayedEnvironment,
  inPieces,
  loadEpisode,
  notAsRecordedFault,
  otherPackageFault,
  otherRevisionFault,
  parseOpening,
} from './load.ts'
import { checkProfiles, checkSeed, newEpisodeId } from './open.ts'
import { keyReusedFault } from './open-planned.ts'
import { toResumeResult } from './resume.ts'
import { makeRow, sharedTexts } from './rows.ts'

/**
 * Opens an episode that begins with the first `position` steps of another. The rows are copied, so
 * the fork does not depend on its parent. A new seed applies from the next step on.
 *
 * @throws Fault of the areas `episode`, `seed`, `settings`, `store`
 */
export async function forkOperation(
  core: HostCore,
  caller: Caller,
  request: EpisodeForkRequest,
): Promise<ResumeResult> {
  const { gateway, position, episode_id: episode } = request
  if (gateway === undefined) return copyEpisode(core, caller, request)
  checkGateway(core, caller, gateway)
  if (gateway.calls > 0 && position > 0) {
    const message = 'an episode with model calls can be forked at position 0 only'
    const hint = 'Send "position": 0: the program plays its first steps again.'
    throw new Fault('request/invalid', message, { hint })
  }
  const copy = await copyEpisode(core, caller, request)
  const replay = { episode, calls: gateway.calls }
  return { ...copy, gateway: await gatewayAccess(core, queueName(caller), copy, gateway, replay) }
}

async function copyEpisode(
  core: HostCore,
  caller: Caller,
  request: EpisodeForkRequest,
): Promise<ResumeResult> {
  const owner = queueName(caller)
  await checkRoom(core)
  const access = accessTo('episode.fork', caller, request.resume_key)
  const range = { most: request.position + 1 }
  const parent = await loadEpisode(core, request.episode_id, access, range)
  const keys = await copyKeysFor(core, toAccessFacts(parent.summary), access)
  const environment = findPlayedEnvironment(core, request.episode_id, parent.summary.environment)
  checkSeed(environment, request)
  const otherPackage = otherPackageFault(parent, environment)
  if (otherPackage !== undefined) throw otherPackage
  checkPosition(parent, request.position)
  const id = newEpisodeId()
  const { open_key, ...rest } = request
  const world = await core.world(parent.summary.worldHash)
  const recorded = recordedEnvironment(environment, world) ?? environment
  const digestedRequest = { ...request, request_digest: requestDigest(rest as JsonObject) }
  const opening = forkedOpening(parent, recorded, digestedRequest)
  checkProfiles(core, environment, opening.settings)
  const index: EpisodeIndex = {
    ...toEpisodeIndex(parent.summary),
    group: null,
    condition: null,
    principal: owner,
    openKey: copyOpenKey(keys, open_key ?? id),
    run: opening.labels.run ?? null,
    batch: opening.labels.batch ?? null,
    parent: parent.summary.episode,
  }
  const copied = [
    { kind: 'opened' as const, payload: JSON.stringify(opening), tookMs: null },
    ...parent.rows.slice(1, request.position + 1),
  ]
  const queue = callerName(caller)
  const { setup, state } = await playCopy(core, queue, parent, { copied, recorded, world })
  const rows = await hashedRows(core.scheduler.timeSlice(queue), id, copied, index)
  const existing = await storeFirstRows(core, owner, rows)
  if (existing !== undefined) return repeatedFork(core, caller, existing, opening.request_digest)
  const last = rows[rows.length - 1] as AppendRow
  const session = newSession({ id, setup, index, state }, last, core.nowMs())
  core.sessions.offer(session)
  core.metrics.episodesForked += 1
  const storedEpisode = await loadEpisode(core, id, { caller, scope: 'view' })
  return toResumeResult(core, session, storedEpisode, firstKeys(core))
}

/** The rows that a fork plays again, and the environment of its parent. */
interface Copy {
  readonly copied: readonly ReplayRow[]
  readonly recorded: AnyEnvironment
  readonly world: JsonObject
}

/**
 * Plays the copied steps. If another revision recorded them, they must play exactly as recorded,
 * because the fork claims the current revision.
 *
 * @throws Fault `episode/other_revision`, `episode/unverifiable`
 */
async function playCopy(
  core: HostCore,
  queue: string,
  parent: StoredEpisode,
  { copied, recorded, world }: Copy,
): Promise<Replayed> {
  const otherCode = otherRevision(parseOpening(parent), recorded, copied)
  try {
    const rows = replayRows(copied, recorded, world, { verify: otherCode !== undefined })
    return await inPieces(core, queue, rows)
  } catch (error) {
    const { episode } = parent.summary
    const fault = notAsRecordedFault(episode, error)
    if (otherCode === undefined || fault.code !== 'episode/unverifiable') throw fault
    const hint = 'Fork it at an earlier step, or open another episode of the task.'
    throw otherRevisionFault(episode, recorded.id, otherCode, { hint, cause: error })
  }
}

function checkPosition(parent: StoredEpisode, position: number): void {
  const row = parent.rows[position]
  const ended =
    row !== undefined && (JSON.parse(row.payload) as { end?: unknown }).end !== undefined
  if (row === undefined || ended) {
    const last = parent.rows.length - (parent.summary.endReason === null ? 1 : 2)
    const message = `episode ${parent.summary.episode} can be forked after steps 0 to ${last}`
    throw new Fault('episode/no_position', `${message}, not after ${position}`)
  }
}

function forkedOpening(
  parent: StoredEpisode,
  environment: AnyEnvironment,
  request: EpisodeForkRequest & Pick<OpenedPayload, 'request_digest'>,
): OpenedPayload {
  const { format, environment: id, ...opening } = parseOpening(parent)
  const { position, seed, request_digest } = request
  const earlierSeeds = opening.seeds.filter((span) => span.from_step <= position)
  const revisions = { revision: environment.revision, dialects_revision: DIALECTS_REVISION }
  return {
    // The revisions come first in logs of older programs too, which stored none.
    ...{ format, environment: id, ...revisions },
    ...opening,
    ...revisions,
    seeds: seed === undefined ? earlierSeeds : [...earlierSeeds, { from_step: position + 1, seed }],
    labels: request.labels ?? opening.labels,
    request_digest,
    parent: {
      episode: parent.summary.episode,
      position,
      hash: parent.rows[position]?.hash as string,
    },
  }
}

/** The rows of a copy, hashed in the caller's turns. */
async function hashedRows(
  slice: TimeSlice,
  id: string,
  copied: readonly Pick<StoredRow, 'kind' | 'payload' | 'tookMs'>[],
  index: EpisodeIndex,
): Promise<AppendRow[]> {
  const rows: AppendRow[] = []
  let previousHash = NO_HASH
  let total = 0
  for (const [position, { kind, payload, tookMs }] of copied.entries()) {
    if (slice.isUsedUp) await slice.renew()
    const chainEnd = { episode: id, position, previousHash }
    const { reward, messages } = JSON.parse(payload) as SteppedPayload
    if (position > 0) total += reward
    const progress = { steps: position, total, endReason: null, success: null, metrics: null }
    const row = makeRow(chainEnd, kind, payload, progress, {
      index: position === 0 ? index : undefined,
      tookMs: tookMs ?? undefined,
      texts: sharedTexts(index.principal, payload, messages),
    })
    previousHash = row.hash
    rows.push(row)
  }
  return rows
}

async function repeatedFork(
  core: HostCore,
  caller: Caller,
  id: string,
  digest: string,
): Promise<ResumeResult> {
  const access = { caller, scope: 'play' } as const
  const storedEpisode = await loadEpisode(core, id, access)
  if (parseOpening(storedEpisode).request_digest !== digest) throw keyReusedFault(id)
  const session = await buildSession(core, storedEpisode, callerName(caller))
  return toResumeResult(core, session, storedEpisode, await keysFor(core, session, access))
}
