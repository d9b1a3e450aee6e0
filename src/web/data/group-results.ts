import type { ParsedLog } from './episode-log.ts'
import type { DetailedMember } from './group.ts'

/** The mean reward of the finished rollouts; undefined without one. */
export function meanScore(
  members: readonly Pick<DetailedMember, 'state' | 'score'>[],
): number | undefined {
  const scores = members.flatMap(({ state, score }) => (state === 'over' ? (score ?? []) : []))
  return scores.length === 0
    ? undefined
    : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** The logs of episodes by id; undefined for one that can never be read. */
export type Logs = ReadonlyMap<string, ParsedLog | undefined>

/**
 * Whether each log has its end or can never be read. Only the logs can tell: a group reports the
 * end of a rollout before its last rows are read.
 */
export const areFinal = (ids: readonly string[], logs: Logs | undefined): boolean =>
  ids.every((id) => logs?.has(id) && (logs.get(id)?.end !== undefined || !logs.get(id)))
