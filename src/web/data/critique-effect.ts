import type { ToolSchema } from '../../client/index.ts'
import type { LoggedTurn, ParsedLog } from './episode-log.ts'
import type { DetailedMember } from './group.ts'
import { takesOnlyFreeText } from './tool-form.ts'
import { compareTurns } from './turn-key.ts'

interface Rollout {
  readonly member: Pick<DetailedMember, 'index' | 'condition' | 'shown' | 'success'>
  readonly log: Pick<ParsedLog, 'turns'> | undefined
}

/**
 * A guided rollout, and the first turn that no clean rollout of its group took. Calls of free-text
 * tools count only if nothing else is new, since players word searches in many ways.
 */
interface GuidedChange {
  readonly index: number
  readonly shown: readonly number[]
  readonly success: boolean | null
  /** Undefined if clean rollouts took every turn of this one. */
  readonly turn: LoggedTurn | undefined
}

/**
 * What guided rollouts did that clean rollouts did not.
 *
 * @param tools the tools of the rollouts
 */
export function critiqueChanges(
  rollouts: readonly Rollout[],
  tools: readonly ToolSchema[],
): readonly GuidedChange[] {
  const { keyOf } = compareTurns(tools)
  const turnsOf = (one: Rollout): readonly LoggedTurn[] => one.log?.turns ?? []
  const clean = rollouts.filter(({ member }) => member.condition === 'clean')
  const cleanKeys = new Set(clean.flatMap((one) => turnsOf(one).map(keyOf)))
  if (cleanKeys.size === 0) return []
  return rollouts
    .filter(({ member, log }) => member.condition === 'guided' && log !== undefined)
    .map((one) => ({
      ...{ index: one.member.index, shown: one.member.shown, success: one.member.success },
      turn: firstOf(
        turnsOf(one).filter((turn) => !cleanKeys.has(keyOf(turn))),
        tools,
      ),
    }))
    .sort((one, other) => one.index - other.index)
}

/** The first turn that does more than call free-text tools, or else the first turn. */
function firstOf(
  turns: readonly LoggedTurn[],
  tools: readonly ToolSchema[],
): LoggedTurn | undefined {
  const freeTextTools = new Set(
    tools
      .filter(({ function: tool }) => takesOnlyFreeText(tool.parameters))
      .map(({ function: tool }) => tool.name),
  )
  const isFreeTextOnly = ({ calls }: LoggedTurn): boolean =>
    calls.length > 0 && calls.every(({ name }) => freeTextTools.has(name))
  return turns.find((turn) => !isFreeTextOnly(turn)) ?? turns[0]
}

/** Success by the set of attempts in the prompt. */
export function successByPrompt(
  rollouts: readonly Rollout[],
): readonly { readonly shown: string; readonly successes: number; readonly attempts: number }[] {
  const countsByPrompt = new Map<string, { successes: number; attempts: number }>()
  for (const { member } of rollouts) {
    if (member.success === null) continue
    const shown = [...member.shown].sort((one, other) => one - other).join(' ')
    const counts = countsByPrompt.get(shown) ?? { successes: 0, attempts: 0 }
    counts.attempts += 1
    if (member.success) counts.successes += 1
    countsByPrompt.set(shown, counts)
  }
  return [...countsByPrompt].map(([shown, cell]) => ({ shown, ...cell }))
}
