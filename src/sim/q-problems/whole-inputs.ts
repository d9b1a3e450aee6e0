import { type LiteralValue, literal } from './literal.ts'
import type { Problem } from './problem.ts'

/** A program that reads a few items reads a shorter list as a whole. */
const ITEMS_MIN = 6

/** What an early-stopping program sees: half of a list or text, at least five items. */
function beginning(type: string, value: LiteralValue): LiteralValue | undefined {
  const isText = type === 'string' && typeof value === 'string'
  if (!isText && !Array.isArray(value)) return undefined
  if (value.length < ITEMS_MIN) return undefined
  return value.slice(0, Math.max(ITEMS_MIN - 1, Math.ceil(value.length / 2)))
}

/** Whether a program that reads only the beginning of some list gets another result. */
export function needsAll(
  { takes, gives, reference }: Pick<Problem, 'takes' | 'gives' | 'reference'>,
  args: readonly LiteralValue[],
): boolean {
  const right = literal(gives, reference(args))
  return takes.some(({ type }, index) => {
    const short = beginning(type, args[index] as LiteralValue)
    if (short === undefined) return false
    try {
      return literal(gives, reference(args.with(index, short))) !== right
    } catch {
      return true
    }
  })
}
