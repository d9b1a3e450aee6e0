/** The counters of the host, in memory, for the metrics page. */
export const hostMetrics = () => ({
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
  faults: new Map<string, number>(),
  groupWaits: 0,
  groupLeasesExpired: 0,
  groupsSuperseded: 0,
  attemptsShown: 0,
  /** Critiques by their source. */
  critiques: new Map<string, number>(),
  /** Ended attempts of groups by condition and success. */
  attempts: new Map<string, number>(),
  /** Model calls by profile and outcome, `profile/answered` or `profile/CODE`. */
  modelCalls: new Map<string, number>(),
  /** Sampled tokens by profile. */
  modelTokens: new Map<string, number>(),
})
export type HostMetrics = ReturnType<typeof hostMetrics>

/** Adds one to a named counter. */
export const countOne = (counts: Map<string, number>, name: string, increment = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + increment)
}
