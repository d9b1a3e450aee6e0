/** What the host counts, in memory, for the metrics page. */
export interface HostMetrics {
  episodesOpened: number
  episodesForked: number
  episodesClosed: number
  episodesFaulted: number
  episodesLoaded: number
  steps: number
  stepsRepeated: number
  effects: number
  effectsUnderWay: number
  commitFailures: number
  faults: Map<string, number>
  groupWaits: number
  groupLeasesExpired: number
  groupsSuperseded: number
  attemptsShown: number
  /** Critiques by their source. */
  critiques: Map<string, number>
  /** Ended attempts of groups by condition and success. */
  attempts: Map<string, number>
  /** Model calls by profile and outcome, `profile/answered` or `profile/CODE`. */
  modelCalls: Map<string, number>
  /** Sampled tokens by profile. */
  modelTokens: Map<string, number>
}

/** Adds to a counter among several. */
export const countOne = (counts: Map<string, number>, name: string, more = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + more)
}

export const hostMetrics = (): HostMetrics => ({
  episodesOpened: 0,
  episodesForked: 0,
  episodesClosed: 0,
  episodesFaulted: 0,
  episodesLoaded: 0,
  steps: 0,
  stepsRepeated: 0,
  effects: 0,
  effectsUnderWay: 0,
  commitFailures: 0,
  faults: new Map(),
  groupWaits: 0,
  groupLeasesExpired: 0,
  groupsSuperseded: 0,
  attemptsShown: 0,
  critiques: new Map(),
  attempts: new Map(),
  modelCalls: new Map(),
  modelTokens: new Map(),
})
