/** Parts of a reward by name, in thousandths. */
export type Booked = Readonly<Record<string, number>>

/**
 * Computes one part of a reward in thousandths from a state and the parts before it. Undefined if
 * episodes with these settings do not have the part.
 */
type RewardPart<State, Context> = (
  state: State,
  context: Context,
  earlierParts: Booked,
) => number | undefined

/** Computes every part of a reward from one table. A new part is one more entry. */
export interface RewardTable<State, Context, Name extends string = string> {
  /** The names in the order of the table. */
  readonly names: readonly Name[]
  score(state: State, context: Context): Booked
}

/** Creates a table. Each part is computed after the ones above it. */
export function rewardTable<State, Context, Name extends string>(
  parts: Readonly<Record<Name, RewardPart<State, Context>>>,
): RewardTable<State, Context, Name> {
  const entries: readonly [string, RewardPart<State, Context>][] = Object.entries(parts)
  return {
    names: Object.keys(parts) as Name[],
    score(state, context) {
      const booked: Record<string, number> = {}
      for (const [name, part] of entries) {
        const thousandths = part(state, context, booked)
        if (thousandths !== undefined) booked[name] = thousandths
      }
      return booked
    },
  }
}

/** The sum of the parts, in thousandths. */
export function sumParts(parts: Booked): number {
  let sum = 0
  for (const name in parts) sum += parts[name] ?? 0
  return sum
}
