import type { LogFileRow } from '../datasets/log-file.ts'
import type { OpenedPayload, SteppedPayload } from '../env/log.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { listedTask, recordedRevision } from '../env/revision.ts'
import type { JsonObject } from '../sim/json.ts'
import type { ListedEpisode, StoredRow } from '../store/event-store.ts'
import type { EpisodeSummaryResult } from '../wire/list-results.ts'
import type { LogRowResult } from '../wire/results.ts'
import type { HostCore } from './core.ts'

/** A complete row, for log files and admins. */
export function wholeRow(row: StoredRow): LogFileRow {
  const { episode, position, kind, wallMs, previousHash, hash, payload } = row
  return {
    episode_id: episode,
    position,
    kind,
    wall_ms: wallMs,
    previous_hash: previousHash,
    hash,
    payload,
  }
}

/**
 * A row: its stored text for callers that see everything, otherwise a view without hidden facts.
 */
export function rowResult(
  { digests, catalog }: Pick<HostCore, 'digests' | 'catalog'>,
  row: StoredRow,
  environment: string,
  seesAll: boolean,
): LogRowResult {
  const fullRow = wholeRow(row)
  if (seesAll) {
    return row.tookMs === null ? fullRow : { ...fullRow, took_ms: [...row.tookMs] }
  }
  const { payload: _payload, previous_hash, hash, ...result } = fullRow
  return {
    ...result,
    previous_hash: digests.rowHash(previous_hash),
    hash: digests.rowHash(hash),
    view: publicView(row, catalog.get(environment)?.environment),
  }
}

function publicView(row: StoredRow, environment: AnyEnvironment | undefined): JsonObject {
  const payload = JSON.parse(row.payload) as OpenedPayload | SteppedPayload
  if ('task' in payload) {
    return openedView(payload, environment) as unknown as JsonObject
  }
  // Effects may quote what the agent must not see, such as a tutor's reference answer. The detail
  // of a fault is an internal error message of an environment.
  const { effects: _effects, ...view } = payload
  return ('detail' in view ? { ...view, detail: null } : view) as unknown as JsonObject
}

/**
 * An opening without hidden facts, and without values that reveal them. Generators are public, so a
 * task's seed or a world's digest reveals as much as the task or the world.
 */
function openedView(payload: OpenedPayload, environment: AnyEnvironment | undefined): object {
  const { seeds, parent } = payload
  const { format, settings, limits, labels, group, attempts_shown, dialect, messages, events } =
    payload
  return {
    ...{ format, environment: payload.environment, revision: recordedRevision(payload) },
    task: listedTask(environment, payload),
    ...{ data_checksum: payload.data_checksum, settings },
    ...{ seeds, limits, labels, group, attempts_shown },
    ...(dialect === undefined ? {} : { dialect }),
    parent: parent === null ? null : { episode: parent.episode, position: parent.position },
    messages,
    ...(events === undefined ? {} : { events }),
  }
}

/** An episode in the form of listings. */
export function summaryResult(summary: ListedEpisode, nowMs: number): EpisodeSummaryResult {
  const isOpen = summary.endReason === null
  return {
    episode_id: summary.episode,
    env: summary.environment,
    revision: summary.revision,
    task: summary.taskId,
    split: summary.split,
    difficulty: summary.difficulty,
    principal: summary.principal,
    run: summary.run,
    parent: summary.parent,
    group: summary.group,
    condition: summary.condition,
    steps: summary.steps,
    score: summary.total / 1000,
    end_reason: summary.endReason as EpisodeSummaryResult['end_reason'],
    success: summary.success,
    opened_ms: summary.openedMs,
    updated_ms: summary.updatedMs,
    silent_ms: isOpen ? Math.max(0, nowMs - summary.updatedMs) : null,
    malformed_calls: summary.metrics?.malformed_calls ?? null,
    labels: { ...summary.labels },
  }
}
