import type { PairedRatio } from '../../src/train-bridge/statistics/paired-ratio.ts'
import type { MeanOverSeeds } from './over-seeds.ts'

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A count with separators, for people. */
export const countText = (count: number): string => Math.round(count).toLocaleString('en-US')

/** A share in percent, with its interval if there is one. */
export function percent({ mean, interval }: MeanOverSeeds): string {
  const of = (value: number): string => (100 * value).toFixed(1)
  if (interval === null || interval[0] === interval[1]) return of(mean)
  return `${of(mean)} [${of(interval[0])}, ${of(interval[1])}]`
}

const SIGNS: Readonly<Record<PairedRatio['reading'], string>> = {
  exact: '',
  at_least: '≥ ',
  at_most: '≤ ',
  either_way: '≈ ',
}

/** A ratio with its interval, and its direction if runs were censored; a dash without a ratio. */
export function ratioText(compared: PairedRatio | undefined): string {
  if (compared === undefined) return '-'
  const { ratio, reading, baseCensored, otherCensored, pairs } = compared
  const interval = pairs > 1 ? compared.interval : null
  if (ratio === null) return '-'
  if (baseCensored === pairs && otherCensored === pairs) return 'neither arrived'
  const bounds = interval === null ? '' : ` [${interval[0].toFixed(2)}, ${interval[1].toFixed(2)}]`
  const censored = baseCensored + otherCensored
  const note = censored === 0 ? '' : ` (censored ${baseCensored}/${otherCensored})`
  return `${SIGNS[reading]}${ratio.toFixed(2)}${bounds}${note}`
}
