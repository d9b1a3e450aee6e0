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
  commitFailures: number
  faults: Map<string, number>
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
  commitFailures: 0,
  faults: new Map(),
})
