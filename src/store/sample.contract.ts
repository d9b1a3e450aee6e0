import { hash } from 'node:crypto'
import { isAttempt } from '../env/group.ts'
import { NO_HASH, type RowKind, rowHash } from '../env/row.ts'
import type { AppendRow, EpisodeIndex, EpisodeProgress } from './event-store.ts'

/** A world that fits its hash. */
export const SAMPLE_WORLD = { hash: hash('sha256', '{}', 'hex'), text: '{}' }

/** The index of an episode in tests and benches, with the members that matter there replaced. */
function sampleIndex(episode: string, changes: Partial<EpisodeIndex> = {}): EpisodeIndex {
  return {
    environment: 'mock-v1',
    taskId: 'train-000000',
    split: 'train',
    difficulty: 1,
    principal: 'local',
    openKey: `key-${episode}`,
    worldHash: SAMPLE_WORLD.hash,
    run: null,
    batch: null,
    parent: null,
    group: null,
    condition: null,
    ...changes,
  }
}

/** Makes the rows of one episode, each chained to the one before, whose payloads say the truth. */
export class SampleEpisode {
  readonly episode: string
  readonly index: EpisodeIndex
  #position = 0
  #hash = NO_HASH
  #total = 0

  constructor(episode: string, changes: Partial<EpisodeIndex> = {}) {
    this.episode = episode
    this.index = sampleIndex(episode, changes)
  }

  open(payload = openingPayload(this.index)): AppendRow {
    return { ...this.#row('opened', payload, {}), index: this.index }
  }

  step(payload?: string, progress: Partial<EpisodeProgress> = {}): AppendRow {
    return this.#row('stepped', payload, { steps: this.#position, ...progress })
  }

  close(progress: Partial<EpisodeProgress> = {}): AppendRow {
    const steps = this.#position - 1
    return this.#row('closed', undefined, { steps, endReason: 'abandoned', ...progress })
  }

  /** The opening and a number of steps. */
  prefix(steps: number): AppendRow[] {
    return [this.open(), ...Array.from({ length: steps }, () => this.step())]
  }

  #row(kind: RowKind, given: string | undefined, changes: Partial<EpisodeProgress>): AppendRow {
    const { episode } = this
    const position = this.#position
    const previousHash = this.#hash
    const progress = progressWith(changes, this.#total)
    const payload = given ?? answerPayload(progress, this.#total)
    const hash = rowHash(previousHash, episode, position, kind, payload)
    this.#position += 1
    this.#hash = hash
    this.#total = progress.total
    const row = { episode, position, kind, payload, previousHash, hash, progress }
    const { endReason } = progress
    return endReason === null ? row : { ...row, isAttempt: isAttempt(endReason) }
  }
}

function progressWith(changes: Partial<EpisodeProgress>, total: number): EpisodeProgress {
  const standing = { steps: 0, total, endReason: null, success: null, metrics: null, ...changes }
  if (standing.endReason === null || standing.success === null) return standing
  return { ...standing, metrics: { success: Number(standing.success), ...changes.metrics } }
}

const openingPayload = (index: EpisodeIndex): string => {
  const { environment, taskId: id, split, difficulty, worldHash, run, batch, parent } = index
  const { group, condition } = index
  const labels = { ...(run === null ? {} : { run }), ...(batch === null ? {} : { batch }) }
  return JSON.stringify({
    ...{ environment, task: { id, split, difficulty }, world_hash: worldHash, labels },
    group: group && { ...group, run, condition },
    parent: parent && { episode: parent },
  })
}

function answerPayload({ total, endReason, metrics }: EpisodeProgress, before: number): string {
  const end = endReason === null ? {} : { end: { kind: 'terminated', reason: endReason } }
  return JSON.stringify({ reward: total - before, ...end, ...(metrics && { metrics }) })
}
