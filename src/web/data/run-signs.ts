import { formatPercent, formatScore, humanize } from './format.ts'
import type { Report } from './reports.ts'
import type { RunDetail } from './runs.ts'

/** Reported values that say how many groups have different rewards. */
export const SIGNAL_NAMES = ['groups_trained', 'frac_reward_zero_std'] as const

/** An end reason is a sign if this share of the attempts has it. */
const END_SHARE_MIN = 0.8
/** With a smaller share of groups that teach, this is a sign. */
const TEACHING_SHARE_MAX = 0.5

/** Sentences about a run that may say why it does not learn. */
export const findSigns = (
  run: Pick<RunDetail, 'ends' | 'conditions'>,
  report: Pick<Report, 'series' | 'configuration'> | null | undefined,
): readonly string[] => [...endSigns(run), ...groupSigns(report)]

/** The end reason of almost all attempts, if most of them failed. */
function endSigns({ ends, conditions }: Pick<RunDetail, 'ends' | 'conditions'>): string[] {
  const total = Object.values(ends).reduce((sum, times) => sum + times, 0)
  const [reason, times] = Object.entries(ends).sort(([, one], [, other]) => other - one)[0] ?? []
  if (reason === undefined || times === undefined || times < END_SHARE_MIN * total) return []
  if (conditions.some(({ success }) => success.mean > 1 - END_SHARE_MIN)) return []
  return [`${formatPercent(times / total)} of attempts ended with “${humanize(reason)}”.`]
}

function groupSigns(report: Parameters<typeof findSigns>[1]): string[] {
  const mean = (wanted: string): number | undefined => {
    const points = report?.series.find(({ name }) => name === wanted)?.points ?? []
    return points.length === 0
      ? undefined
      : points.reduce((sum, point) => sum + point.mean, 0) / points.length
  }
  const [trained, equal] = SIGNAL_NAMES.map(mean)
  const groups = Number(report?.configuration.groups)
  if (trained !== undefined && trained < TEACHING_SHARE_MAX * groups) {
    return [
      `A batch trained on ${formatScore(trained)} of its ${groups} groups on average: a group ` +
        'whose rewards are all equal teaches nothing.',
    ]
  }
  if (equal !== undefined && equal > 1 - TEACHING_SHARE_MAX) {
    return [`In ${formatPercent(equal)} of groups, all rewards were equal: they teach nothing.`]
  }
  return []
}
