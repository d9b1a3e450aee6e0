import type { TimeSlice } from './loop-scheduler.ts'

/** The items that are sorted or merged between two checks of the share. */
const PIECE = 512

/** Sorts a long list in the caller's shares of the event loop. It is stable, like `sort`. */
export async function sortedInSlices<Member>(
  all: readonly Member[],
  compare: (one: Member, other: Member) => number,
  slice: TimeSlice,
): Promise<Member[]> {
  let runs: Member[][] = []
  for (let at = 0; at < all.length; at += PIECE) {
    if (slice.isUsedUp) await slice.renew()
    runs.push(all.slice(at, at + PIECE).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Member[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = [runs[at], runs[at + 1]]
      merged.push(other === undefined ? one : await merge(one, other, compare, slice))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Member>(
  one: readonly Member[],
  other: readonly Member[],
  compare: (one: Member, other: Member) => number,
  slice: TimeSlice,
): Promise<Member[]> {
  const merged: Member[] = []
  for (let [left, right] = [0, 0]; left < one.length || right < other.length; ) {
    if (merged.length % PIECE === 0 && slice.isUsedUp) await slice.renew()
    const isLeft =
      right === other.length ||
      (left < one.length && compare(one[left] as Member, other[right] as Member) <= 0)
    merged.push((isLeft ? one[left++] : other[right++]) as Member)
  }
  return merged
}
