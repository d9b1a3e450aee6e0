import type { ToolSchema } from '../../client/index.ts'
import type { ParsedLog } from './episode-log.ts'
import type { DetailedMember } from './group.ts'
import { isRecord, isRefused } from './tool-call.ts'
import { takesOnlyFreeText } from './tool-form.ts'

interface Rollout {
  readonly member: Pick<DetailedMember, 'index' | 'condition' | 'shown' | 'success'>
  readonly log: Pick<ParsedLog, 'turns'> | undefined
  readonly account: { readonly critique: string | null } | undefined
}

/** A value in calls, and the rollouts of a group that sent it. Refused calls do not count. */
interface ValueChange {
  /** The argument with its value: `fields: booking_reference`. */
  readonly value: string
  /** Whether a critique in a prompt of the group names the value. */
  readonly isInCritique: boolean
  readonly clean: number
  readonly guided: number
  /** The guided rollouts that sent it and won. */
  readonly guidedWon: number
}

export interface ValueChanges {
  readonly clean: number
  readonly guided: number
  /** Values in critiques come first, then those with the largest difference. */
  readonly changes: readonly ValueChange[]
}

/** Longer texts are sentences, which no critique repeats. */
const VALUE_CHARACTERS_MAX = 60

function addValues(found: Map<string, string>, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) addValues(found, name, item)
  else if (isRecord(value)) {
    for (const [inner, member] of Object.entries(value)) addValues(found, inner, member)
  } else if (['string', 'number', 'boolean'].includes(typeof value)) {
    const text = String(value).trim()
    const isShort = text !== '' && text.length <= VALUE_CHARACTERS_MAX && !text.includes('\n')
    if (isShort) found.set(`${name}: ${text}`, text)
  }
}

/** The values in the calls of a rollout, by argument and value. */
function valuesOf({ log }: Rollout, freeTextTools: ReadonlySet<string>) {
  const found = new Map<string, string>()
  for (const call of (log?.turns ?? []).flatMap(({ calls }) => calls)) {
    if (freeTextTools.has(call.name) || isRefused(call)) continue
    for (const [name, value] of Object.entries(call.arguments ?? {})) addValues(found, name, value)
  }
  return found
}

/** The critiques that the prompts of a group have. */
function critiquesInPrompts(rollouts: readonly Rollout[]): string {
  const shown = new Set(rollouts.flatMap(({ member }) => member.shown))
  return rollouts
    .filter(({ member }) => shown.has(member.index))
    .map(({ account }) => account?.critique ?? '')
    .join('\n')
}

const isNamed = (value: string, text: string): boolean => {
  const escaped = value.replaceAll(/[^\w]/g, '\\$&')
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text)
}

/**
 * The values that a larger share of guided than of clean rollouts sent in calls. Free-text tools
 * do not count, since players word searches in many ways.
 *
 * @param tools the tools of the rollouts
 */
export function valueChanges(
  rollouts: readonly Rollout[],
  tools: readonly ToolSchema[],
): ValueChanges {
  const freeTextTools = new Set(
    tools.flatMap(({ function: tool }) => (takesOnlyFreeText(tool.parameters) ? tool.name : [])),
  )
  const read = rollouts.filter(({ log }) => log !== undefined)
  const of = (condition: string): readonly Rollout[] =>
    read.filter(({ member }) => member.condition === condition)
  const counts = new Map<string, { text: string; clean: number; guided: number; won: number }>()
  for (const rollout of read) {
    for (const [value, text] of valuesOf(rollout, freeTextTools)) {
      const count = counts.get(value) ?? { text, clean: 0, guided: 0, won: 0 }
      counts.set(value, count)
      if (rollout.member.condition === 'clean') count.clean += 1
      else count.guided += 1
      if (rollout.member.condition !== 'clean' && rollout.member.success === true) count.won += 1
    }
  }
  const [clean, guided] = [of('clean').length, of('guided').length]
  if (clean === 0 || guided === 0) return { clean, guided, changes: [] }
  const critiques = critiquesInPrompts(rollouts)
  const difference = (one: ValueChange): number => one.guided / guided - one.clean / clean
  const changes = [...counts]
    .map(([value, count]): ValueChange => {
      const isInCritique = isNamed(count.text, critiques)
      return { value, isInCritique, ...count, guidedWon: count.won }
    })
    .filter((one) => difference(one) > 0)
    .sort(
      (one, other) =>
        Number(other.isInCritique) - Number(one.isInCritique) ||
        difference(other) - difference(one),
    )
  return { clean, guided, changes }
}
