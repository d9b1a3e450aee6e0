import { brokenBy } from '../../sim/phone/house/breaches.ts'
import type { Rule } from '../../sim/phone/house/page.ts'
import type { Lesson } from './lessons.ts'
import type { SeenCall, SeenEpisode } from './seen.ts'

/** Which rules of the house were broken, by the numbers under which the prompt has them. */
export function houseLessons(seen: SeenEpisode): Lesson[] {
  const { rules, calls, talks } = seen
  return rules.flatMap((rule, at): Lesson[] => {
    const what =
      rule.form === 'messages_at_most'
        ? talks.length > rule.count
          ? [`${talks.length} messages were written to the customer`]
          : []
        : calls.flatMap((call, number) =>
            isBroken(rule, call, calls.slice(0, number), seen) ? [breachAt(rule, call)] : [],
          )
    return what.map((text) => ({
      kind: 'advice',
      text: `Rule ${at + 1} of the house was broken: ${text}.`,
    }))
  })
}

/** Whether a rule was broken by what one answered on the phone. */
function isBroken(
  rule: Rule,
  { department, text, details, referenceNumber, isMore }: SeenCall,
  before: readonly SeenCall[],
  { opening, values }: SeenEpisode,
): boolean {
  const asked = before
    .filter((call) => call.department === department)
    .flatMap(({ missing }) => missing)
    .flatMap(({ field, alternative = field }) => [field, alternative])
  const said = {
    texts: [text, ...Object.values(details), referenceNumber],
    given: details,
    taken: details,
    asked,
    isFirst: !isMore,
    name: values.full_name ?? opening.signed ?? '',
    known: values,
  }
  return department !== undefined && brokenBy([rule], said).length > 0
}

function breachAt(rule: Rule, { department = '' }: SeenCall): string {
  switch (rule.form) {
    case 'never_tell':
      return `${department} was told ${rule.field}`
    case 'on_behalf':
      return `a call to ${department} began without the customer's name`
    default:
      return `${department} was told what it had not asked for`
  }
}
