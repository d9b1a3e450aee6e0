import type { EpisodeLog } from '../../data/episode-log.ts'
import { departmentsOf, formOf, phoneAnswerOf } from '../../data/tool-call.ts'

/** What earlier steps brought to light, to fill in forms with. */
export interface KnownFacts {
  /** Details by field: what the customer wrote into the form, and what other calls passed on. */
  readonly details: Readonly<Record<string, string>>
  /** Numbers of departments, with who answers there. */
  readonly numbers: ReadonlyMap<string, string>
  /** Ids of services that departments list, with what they mean. */
  readonly services: ReadonlyMap<string, string>
  readonly references: readonly string[]
}

export function knownFacts({ turns }: EpisodeLog): KnownFacts {
  const details: Record<string, string> = {}
  const numbers = new Map<string, string>()
  const services = new Map<string, string>()
  const references: string[] = []
  for (const { calls } of turns) {
    for (const call of calls) {
      for (const found of departmentsOf(call.answer) ?? []) {
        numbers.set(found.phone_number, `${found.department}, ${found.company}`)
        for (const { id, about } of found.services) if (id !== undefined) services.set(id, about)
      }
      const given = call.arguments?.auth_info
      const passed = typeof given === 'object' && given !== null ? given : {}
      const told = call.name === 'auth_info_form' ? formOf(call).values : {}
      for (const [name, value] of Object.entries({ ...passed, ...told })) {
        details[name] = String(value)
      }
      const { reference } = phoneAnswerOf(call.answer)
      if (call.name === 'phone_call' && reference !== undefined) references.push(reference)
    }
  }
  return { details, numbers, services, references }
}
