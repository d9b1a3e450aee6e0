import type { TimeSlice } from './loop-scheduler.ts'

/** The items that are sorted or merged between two checks of the share. */
const PIECE = 512

/** Sorts a long list in the caller's shares of the event loop. It is stable, like `sort`. */
export async function sortedInSlices<Member>(
  members: readonly Member[],
  compare: (left: Member, right: Member) => number,
  slice: TimeSlice,
): Promise<Member[]> {
  let runs: Member[][] = []
  for (let index = 0; index < members.length; index += PIECE) {
    if (slice.isUsedUp) await slice.renew()
    runs.push(members.slice(index, index + PIECE).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Member[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      const [left = [], right] = [runs[index], runs[index + 1]]
      merged.push(right === undefined ? left : await merge(left, right, compare, slice))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Member>(
  first: readonly Member[],
  second: readonly Member[],
  compare: (left: Member, right: Member) => number,
  slice: TimeSlice,
): Promise<Member[]> {
  const merged: Member[] = []
  for (let [i, j] = [0, 0]; i < first.length || j < second.length; ) {
    if (merged.length % PIECE === 0 && slice.isUsedUp) await slice.renew()
    const isFirst =
      j === second.length ||
      (i < first.length && compare(first[i] as Member, second[j] as Member) <= 0)
    merged.push((isFirst ? first[i++] : second[j++]) as Member)
  }
  return merged
}
