/** Parts of a reward by name, in thousandths. */
export type Booked = Readonly<Record<string, number>>

/**
 * One part of a reward, in thousandths: what it is worth in this state, given the parts before it;
 * `undefined` where an episode of these settings cannot have it.
 */
type RewardPart<State, Context> = (
  state: State,
  context: Context,
  earlierParts: Booked,
) => number | undefined

/** The parts of a reward and their sum's terms, from one table: a new part is one more entry. */
export interface RewardTable<State, Context, Name extends string = string> {
  /** The names, in the order in which they are booked. */
  readonly names: readonly Name[]
  score(state: State, context: Context): Booked
}

/** A reward whose parts are these, booked in their order. */
export function rewardTable<State, Context, Name extends string>(
  parts: Readonly<Record<Name, RewardPart<State, Context>>>,
): RewardTable<State, Context, Name> {
  const entries: readonly [string, RewardPart<State, Context>][] = Object.entries(parts)
  return {
    names: Object.keys(parts) as Name[],
    score(state, context) {
      const booked: Record<string, number> = {}
      for (const [name, part] of entries) {
        const worth = part(state, context, booked)
        if (worth !== undefined) booked[name] = worth
      }
      return booked
    },
  }
}

/** What parts add up to. */
export function sumParts(parts: Booked): number {
  let sum = 0
  for (const name in parts) sum += parts[name] ?? 0
  return sum
}
