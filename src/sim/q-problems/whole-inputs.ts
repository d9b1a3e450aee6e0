import { literal, type Plain } from './literal.ts'
import type { Problem } from './problem.ts'

/** Lists of fewer items are looked at whole by whoever looks at a few of them. */
const ITEMS_MIN = 6

/** What a program sees that stops early: half of a list or text, five items at least. */
function beginning(type: string, value: Plain): Plain | undefined {
  const isText = type === 'string' && typeof value === 'string'
  if (!isText && !Array.isArray(value)) return undefined
  if (value.length < ITEMS_MIN) return undefined
  return value.slice(0, Math.max(ITEMS_MIN - 1, Math.ceil(value.length / 2)))
}

/** Whether a program that looks at the beginning of some list alone gets another result. */
export function needsAll(
  { takes, gives, reference }: Pick<Problem, 'takes' | 'gives' | 'reference'>,
  args: readonly Plain[],
): boolean {
  const right = literal(gives, reference(args))
  return takes.some(({ type }, place) => {
    const short = beginning(type, args[place] as Plain)
    if (short === undefined) return false
    try {
      return literal(gives, reference(args.with(place, short))) !== right
    } catch {
      return true
    }
  })
}
