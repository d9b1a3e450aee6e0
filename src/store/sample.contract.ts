import type { AppendRow, EpisodeIndex, EpisodeProgress, RowKind } from './event-store.ts'
import { NO_HASH, rowHash } from './row-hash.ts'

/** The index of an episode in tests and benches, with the members that matter there replaced. */
export function sampleIndex(episode: string, changes: Partial<EpisodeIndex> = {}): EpisodeIndex {
  return {
    environment: 'mock-v1',
    taskId: 'train-000000',
    split: 'train',
    difficulty: 1,
    principal: 'local',
    openKey: `key-${episode}`,
    worldHash: 'world-1',
    run: null,
    parent: null,
    group: null,
    condition: null,
    ...changes,
  }
}

/** Makes the rows of one episode, each chained to the one before. */
export class SampleEpisode {
  readonly episode: string
  readonly index: EpisodeIndex
  #position = 0
  #hash = NO_HASH

  constructor(episode: string, changes: Partial<EpisodeIndex> = {}) {
    this.episode = episode
    this.index = sampleIndex(episode, changes)
  }

  open(payload = '{"opened":true}'): AppendRow {
    return { ...this.#row('opened', payload, {}), index: this.index }
  }

  step(payload = '{"step":true}', progress: Partial<EpisodeProgress> = {}): AppendRow {
    return this.#row('stepped', payload, { steps: this.#position, ...progress })
  }

  close(progress: Partial<EpisodeProgress> = {}): AppendRow {
    const steps = this.#position - 1
    return this.#row('closed', '{"closed":true}', { steps, endReason: 'abandoned', ...progress })
  }

  /** The opening and a number of steps. */
  prefix(steps: number): AppendRow[] {
    return [this.open(), ...Array.from({ length: steps }, () => this.step())]
  }

  #row(kind: RowKind, payload: string, progress: Partial<EpisodeProgress>): AppendRow {
    const { episode } = this
    const position = this.#position
    const previousHash = this.#hash
    const hash = rowHash(previousHash, episode, position, kind, payload)
    this.#position += 1
    this.#hash = hash
    const standing = { steps: 0, total: 0, endReason: null, success: null, ...progress }
    return { episode, position, kind, payload, previousHash, hash, progress: standing }
  }
}
