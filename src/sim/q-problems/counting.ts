/** The number of ways to write n as a sum of positive numbers up to a limit, in any order. */
export const partitions = (n: number, limit: number): number => {
  if (n === 0) return 1
  let ways = 0
  for (let part = 1; part <= Math.min(n, limit); part++) ways += partitions(n - part, part)
  return ways
}

/** All orders of letters, in the order of their first letters. */
export const permutations = (letters: readonly string[]): string[] =>
  letters.length === 0
    ? ['']
    : letters.flatMap((one, at) =>
        permutations(letters.filter((_, index) => index !== at)).map((rest) => one + rest),
      )

/** The number of ways to place queens on unblocked squares; `columns` has those placed so far. */
export const queens = (
  size: number,
  blocked: readonly (readonly number[])[],
  columns: readonly number[] = [],
): number =>
  columns.length === size
    ? 1
    : Array.from({ length: size }, (_, column) => column)
        .filter((column) => !blocked.some(([r, c]) => r === columns.length && c === column))
        .filter((column) =>
          columns.every(
            (other, row) => other !== column && Math.abs(other - column) !== columns.length - row,
          ),
        )
        .reduce((sum, column) => sum + queens(size, blocked, [...columns, column]), 0)

/** The moves of n discs from one of three pegs to another. */
export const hanoi = (n: number, from: number, to: number): number[][] =>
  n === 0
    ? []
    : [...hanoi(n - 1, from, 6 - from - to), [from, to], ...hanoi(n - 1, 6 - from - to, to)]

/** The Gray code with this many bits. */
export const gray = (bits: number): string[] =>
  bits === 0
    ? ['']
    : [
        ...gray(bits - 1).map((one) => `0${one}`),
        ...gray(bits - 1)
          .reverse()
          .map((one) => `1${one}`),
      ]

/** The Ackermann function with k instead of 1 for n = 0. */
export const ackermann = (k: number, m: number, n: number): number =>
  m === 0 ? n + 1 : ackermann(k, m - 1, n === 0 ? k : ackermann(k, m, n - 1))

/** All texts with this many brackets to open, given the number already open. */
export const parentheses = (open: number, close: number): string[] =>
  open + close === 0
    ? ['']
    : [
        ...(open > 0 ? parentheses(open - 1, close + 1).map((rest) => `(${rest}`) : []),
        ...(close > 0 ? parentheses(open, close - 1).map((rest) => `)${rest}`) : []),
      ]
