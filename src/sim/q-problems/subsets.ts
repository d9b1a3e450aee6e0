/** The positions of all subsets of a list, in ascending order. */
export function subsets(numbers: readonly number[]): number[][] {
  let all: number[][] = [[]]
  for (const at of numbers.keys()) all = all.concat(all.map((one) => [...one, at]))
  return all
}
