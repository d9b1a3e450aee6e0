import { canonicalJson } from '../../sim/json.ts'
import { sha256 } from '../manifest.ts'
import type { TrainingEpisode } from './episode.ts'

/** The facts that pairs are chosen by; small enough to hold all episodes of a large store. */
export interface PairCandidate {
  readonly id: string
  /** Equal for episodes with the same beginning; see `openingKey`. */
  readonly opening: string
  /** Sum of rewards in thousandths. */
  readonly total: number
  readonly steps: number
  readonly parent: { readonly episode: string; readonly position: number } | null
}

/** Two episodes with the same beginning, the better one first. */
interface PairPlan {
  readonly chosen: string
  readonly rejected: string
}

interface PairCounts {
  /** Openings and fork points with at least two episodes. */
  readonly comparable: number
  /** Episodes that share their opening with no other, and are not forks. */
  readonly alone: number
  /** Comparable groups whose best and worst rewards are too close. */
  readonly too_close: number
}

interface PlannedPairs {
  readonly pairs: readonly PairPlan[]
  readonly counts: PairCounts
}

export const toCandidate = (episode: TrainingEpisode): PairCandidate => ({
  id: episode.id,
  opening: openingKey(episode),
  total: episode.total,
  steps: episode.steps.length,
  parent: episode.opened.parent,
})

/**
 * Equal for episodes that can be compared: the same task, world, settings, limits, exact opening
 * messages, and condition.
 */
function openingKey({ opened, condition }: TrainingEpisode): string {
  const { environment, task, world_hash: world, settings, limits, messages } = opened
  const common = { environment, task, world, settings, limits, messages, condition }
  return sha256(canonicalJson(JSON.parse(JSON.stringify(common))))
}

/**
 * The best and the worst of all episodes that share an opening, and of all that share the point of
 * a fork. A pair that both rules find appears once.
 *
 * @param gapMinimum minimum difference in thousandths, at least 1
 */
export function planPairs(candidates: readonly PairCandidate[], gapMinimum: number): PlannedPairs {
  const byOpening = groupedBy(candidates, ({ opening }) => opening)
  const families = groupFamilies(candidates)
  const pairs = new Map<string, PairPlan>()
  const counts = { comparable: 0, alone: 0, too_close: 0 }
  for (const group of [...byOpening.values(), ...families]) {
    const [first] = group
    if (first === undefined || group.length < 2) {
      if (first?.parent === null) counts.alone += 1
      continue
    }
    counts.comparable += 1
    const best = group.reduce((best, next) => (isBetter(next, best) ? next : best))
    const lowest = group.reduce((lowest, next) => (next.total < lowest.total ? next : lowest))
    if (best.total - lowest.total < gapMinimum) counts.too_close += 1
    else pairs.set(`${best.id} ${lowest.id}`, { chosen: best.id, rejected: lowest.id })
  }
  return { pairs: [...pairs.values()], counts }
}

/** Of two with equal reward, the one with fewer turns is better. */
const isBetter = (one: PairCandidate, other: PairCandidate): boolean =>
  one.total > other.total || (one.total === other.total && one.steps < other.steps)

/** Forks from one point of one parent, with the parent if it is a candidate itself. */
function groupFamilies(candidates: readonly PairCandidate[]): PairCandidate[][] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const forks = candidates.filter(({ parent }) => parent !== null)
  const byPoint = groupedBy(
    forks,
    ({ opening, parent }) => `${parent?.episode} ${parent?.position} ${opening}`,
  )
  return [...byPoint.values()].map((group) => {
    const [child] = group
    const parent = byId.get(child?.parent?.episode ?? '')
    return parent === undefined || parent.opening !== child?.opening ? group : [parent, ...group]
  })
}

function groupedBy(
  candidates: readonly PairCandidate[],
  keyOf: (candidate: PairCandidate) => string,
): ReadonlyMap<string, PairCandidate[]> {
  const groups = new Map<string, PairCandidate[]>()
  for (const candidate of candidates) {
    const key = keyOf(candidate)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [candidate])
    else group.push(candidate)
  }
  return groups
}
