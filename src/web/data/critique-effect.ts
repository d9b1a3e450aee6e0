import type { EpisodeLog, Turn } from './episode-log.ts'
import type { Member } from './group.ts'
import { turnKey } from './turn-key.ts'

interface Rollout {
  readonly member: Pick<Member, 'index' | 'condition' | 'shown' | 'success'>
  readonly log: Pick<EpisodeLog, 'turns'> | undefined
}

/**
 * A guided rollout, and the first turn that no clean rollout of its group took. Calls of free-text
 * tools count only if nothing else is new, since players word searches in many ways.
 */
interface Changed {
  readonly index: number
  readonly shown: readonly number[]
  readonly success: boolean | null
  /** Undefined if a clean rollout took every turn too. */
  readonly turn: Turn | undefined
}

/**
 * What guided rollouts did that clean rollouts did not.
 *
 * @param freeTextTools names of the tools that take nothing but free text
 */
export function changedBy(
  rollouts: readonly Rollout[],
  freeTextTools: ReadonlySet<string>,
): readonly Changed[] {
  const turnsOf = (one: Rollout): readonly Turn[] => one.log?.turns ?? []
  const clean = rollouts.filter(({ member }) => member.condition === 'clean')
  const known = new Set(clean.flatMap((one) => turnsOf(one).map(turnKey)))
  if (known.size === 0) return []
  return rollouts
    .filter(({ member, log }) => member.condition === 'guided' && log !== undefined)
    .map((one) => ({
      ...{ index: one.member.index, shown: one.member.shown, success: one.member.success },
      turn: firstNew(turnsOf(one), known, freeTextTools),
    }))
    .sort((one, other) => one.index - other.index)
}

function firstNew(
  turns: readonly Turn[],
  known: ReadonlySet<string>,
  freeTextTools: ReadonlySet<string>,
): Turn | undefined {
  const isWorded = ({ calls }: Turn): boolean =>
    calls.length > 0 && calls.every(({ name }) => freeTextTools.has(name))
  const found = turns.filter((turn) => !known.has(turnKey(turn)))
  return found.find((turn) => !isWorded(turn)) ?? found[0]
}

/** Success by the attempts in the prompt: the same attempts belong together. */
export function successByShown(
  rollouts: readonly Rollout[],
): readonly { readonly shown: string; readonly successes: number; readonly attempts: number }[] {
  const found = new Map<string, { successes: number; attempts: number }>()
  for (const { member } of rollouts) {
    if (member.success === null) continue
    const shown = [...member.shown].sort((one, other) => one - other).join(' ')
    const cell = found.get(shown) ?? { successes: 0, attempts: 0 }
    cell.attempts += 1
    if (member.success) cell.successes += 1
    found.set(shown, cell)
  }
  return [...found].map(([shown, cell]) => ({ shown, ...cell }))
}
