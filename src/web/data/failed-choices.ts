import type { ToolSchema } from '../../client/index.ts'
import type { Failures } from './failure-facts.ts'
import { isRecord } from './tool-call.ts'

/** A choice that tools offer, that events of failures name, and that no success ever has. */
interface FailedChoice {
  readonly value: string
  /** Failed attempts with it in one kind of event: the largest number of its kinds. */
  readonly failed: number
  /** The events that name it: `refused: missing.field`. */
  readonly events: readonly { readonly kind: string; readonly member: string }[]
  readonly episodes: readonly string[]
}

/** The choices in the schemas of tools: the values of their enums. */
export function choicesOf(tools: readonly ToolSchema[]): ReadonlySet<string> {
  const found = new Set<string>()
  const search = (schema: unknown): void => {
    if (Array.isArray(schema)) for (const item of schema) search(item)
    if (!isRecord(schema)) return
    const { enum: words, ...rest } = schema
    if (Array.isArray(words)) for (const word of words) found.add(String(word))
    for (const member of Object.values(rest)) search(member)
  }
  for (const { function: tool } of tools) search(tool.parameters)
  return found
}

/**
 * Choices that occur in events of failed attempts and of no successful one. If such a choice is a
 * detail that refusals ask for, the policy never makes it.
 */
export function failedChoices(
  { facts }: Pick<Failures, 'facts'>,
  choices: ReadonlySet<string>,
): readonly FailedChoice[] {
  const byValue = new Map<string, (typeof facts)[number][]>()
  for (const fact of facts) {
    if (choices.has(fact.value)) byValue.set(fact.value, [...(byValue.get(fact.value) ?? []), fact])
  }
  return [...byValue]
    .filter(([, all]) => all.every(({ won }) => won === 0))
    .map(([value, all]): FailedChoice => {
      const sorted = all.toSorted((one, other) => other.failed - one.failed)
      const [first] = sorted
      return {
        value,
        failed: first?.failed ?? 0,
        events: sorted.map(({ kind, member }) => ({ kind, member })),
        episodes: first?.episodes ?? [],
      }
    })
    .filter(({ failed }) => failed > 0)
    .sort((one, other) => other.failed - one.failed)
}
