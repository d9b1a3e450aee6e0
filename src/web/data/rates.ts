import type { FeedPush } from './live-feed.ts'

/** The feed's recent reports, from which rates are computed. */
export interface Rates {
  readonly reports: readonly {
    readonly atMs: number
    readonly opened: number
    readonly steps: number
    readonly closed: number
  }[]
}

/** The period over which rates are computed. */
const WINDOW_MS = 5_000

export const NO_RATES: Rates = { reports: [] }

export function addRates({ reports }: Rates, rates: FeedPush['rates'], atMs: number): Rates {
  const { opened, steps, closed } = rates
  const recent = reports.filter((one) => one.atMs > atMs - WINDOW_MS)
  return { reports: [...recent, { atMs, opened, steps, closed }] }
}

/** Rates per second over the last window. */
export function ratesAt({ reports }: Rates, nowMs: number) {
  const lately = reports.filter(({ atMs }) => atMs > nowMs - WINDOW_MS)
  const sum = (name: 'opened' | 'steps' | 'closed'): number =>
    lately.reduce((total, one) => total + one[name], 0) / (WINDOW_MS / 1_000)
  return { opened: sum('opened'), steps: sum('steps'), closed: sum('closed') }
}
