import { createHash } from 'node:crypto'
import { DIALECTS_REVISION } from '../../env/dialects/index.ts'
import type { EpisodeSetup, Opened } from '../../env/episode.ts'
import { openEpisode } from '../../env/episode.ts'
import type { OpenedPayload, RecordedEffect, RecordedGroup } from '../../env/log.ts'
import { LOG_FORMAT, storedLimits } from '../../env/log.ts'
import { NO_HASH } from '../../env/row.ts'
import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import type { AppendRow, EpisodeIndex } from '../../store/event-store.ts'
import { Fault } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import { drive } from './drive.ts'
import { failedText, failureDetail, notPlayedFault } from './fault-episode.ts'
import { commitRows, dropMovedSession, makeRow, sharedTexts, toProgress } from './rows.ts'
import { readStore } from './store-reads.ts'

/** The client's decisions about a new episode. */
export interface NewEpisode {
  readonly id: string
  readonly setup: EpisodeSetup
  readonly index: EpisodeIndex
  readonly labels: Readonly<Record<string, string>>
  readonly dataChecksum: string
  readonly group: RecordedGroup | null
  readonly requestDigest: string
}

/** The digest that distinguishes a repeated request from another one with the same open key. */
export const requestDigest = (request: JsonObject): string =>
  createHash('sha256').update(canonicalJson(request)).digest('hex')

/** Plays the opening and creates its row. */
export async function beginEpisode(
  core: HostCore,
  beginning: NewEpisode,
): Promise<{ opened: Opened; row: AppendRow }> {
  const { setup, index } = beginning
  try {
    const play = openEpisode(setup)
    const { result: opened, effects, tookMs } = await drive(core, index.principal, play)
    const payload = JSON.stringify(openedPayload(beginning, opened, effects))
    const chainStart = { episode: beginning.id, position: 0, previousHash: NO_HASH }
    const progress = toProgress(opened.state, undefined)
    const texts = sharedTexts(index.principal, payload, opened.messages)
    return {
      opened,
      row: makeRow(chainStart, 'opened', payload, progress, { index, tookMs, texts }),
    }
  } catch (error) {
    const fault = notPlayedFault(error)
    if (fault !== undefined) throw fault
    const { environment, taskId: task } = index
    core.log.error(
      { environment, task, error: failureDetail(error) },
      'an environment failed in its opening',
    )
    throw new Fault('episode/faulted', `task ${index.taskId} ${failedText(error)}`)
  }
}

function openedPayload(
  beginning: NewEpisode,
  opened: Opened,
  effects: readonly RecordedEffect[],
): OpenedPayload {
  const { setup, index } = beginning
  const { package: code } = setup.environment
  return {
    format: LOG_FORMAT,
    environment: index.environment,
    revision: setup.environment.revision,
    dialects_revision: DIALECTS_REVISION,
    ...(code === undefined ? {} : { package: code }),
    task: setup.task,
    world_hash: index.worldHash,
    data_checksum: beginning.dataChecksum,
    settings: setup.settings,
    seeds: setup.seeds,
    limits: storedLimits(setup.limits),
    labels: beginning.labels,
    request_digest: beginning.requestDigest,
    group: beginning.group,
    attempts_shown: setup.attempts ?? [],
    ...(setup.dialect === undefined ? {} : { dialect: setup.dialect }),
    parent: null,
    effects,
    messages: opened.messages,
    ...(opened.events === undefined ? {} : { events: opened.events }),
  }
}

/**
 * Stores the first rows of an episode.
 *
 * @returns undefined when stored, otherwise the id of the episode that already has the open key
 */
export async function storeFirstRows(
  core: HostCore,
  owner: string,
  rows: readonly AppendRow[],
): Promise<string | undefined> {
  const outcome = await commitRows(core, owner, rows)
  if (outcome.status === 'stored') return undefined
  if (outcome.reason === 'open_key') return outcome.episode
  throw dropMovedSession(core, (rows[0] as AppendRow).episode)
}

/** @throws Fault `store/full` if the store is larger than its limit */
export async function checkRoom({ store, limits }: HostCore): Promise<void> {
  const { storeBytesMax } = limits
  if (storeBytesMax > 0 && (await readStore(() => store.sizeBytes())) > storeBytesMax) {
    throw new Fault('store/full', `the store holds more than ${storeBytesMax} bytes`)
  }
}
