import { longs, word } from '../draws.ts'
import { problem, topic } from '../problem.ts'

const partitions = (n: number, limit: number): number => {
  if (n === 0) return 1
  let ways = 0
  for (let part = 1; part <= Math.min(n, limit); part++) ways += partitions(n - part, part)
  return ways
}

const permutations = (letters: readonly string[]): string[] =>
  letters.length === 0
    ? ['']
    : letters.flatMap((one, at) =>
        permutations(letters.filter((_, index) => index !== at)).map((rest) => one + rest),
      )

const queens = (size: number, columns: readonly number[] = []): number =>
  columns.length === size
    ? 1
    : Array.from({ length: size }, (_, column) => column)
        .filter((column) =>
          columns.every(
            (other, row) => other !== column && Math.abs(other - column) !== columns.length - row,
          ),
        )
        .reduce((sum, column) => sum + queens(size, [...columns, column]), 0)

const hanoi = (n: number, from: number, to: number): number[][] =>
  n === 0
    ? []
    : [...hanoi(n - 1, from, 6 - from - to), [from, to], ...hanoi(n - 1, 6 - from - to, to)]

const gray = (bits: number): string[] =>
  bits === 0
    ? ['']
    : [
        ...gray(bits - 1).map((one) => `0${one}`),
        ...gray(bits - 1)
          .reverse()
          .map((one) => `1${one}`),
      ]

const ackermann = (m: number, n: number): number =>
  m === 0 ? n + 1 : ackermann(m - 1, n === 0 ? 1 : ackermann(m, n - 1))

const parentheses = (open: number, close: number): string[] =>
  open + close === 0
    ? ['']
    : [
        ...(open > 0 ? parentheses(open - 1, close + 1).map((rest) => `(${rest}`) : []),
        ...(close > 0 ? parentheses(open, close - 1).map((rest) => `)${rest}`) : []),
      ]

export const RECURSION = topic('recursion', [
  problem({
    id: 'factorial',
    level: 1,
    statement: 'Give n factorial, the product of the numbers from 1 to n; 1 for 0.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(2, 20)],
    edges: [[0], [1], [20], [19]],
    reference: (n) => {
      let product = 1n
      for (let factor = 2n; factor <= BigInt(n); factor++) product *= factor
      return product
    },
    solution: 'solve:{[n] $[n<2;1;n*.z.s n-1]}',
    wrong: 'solve:{[n] `long$prd `float$1+til n-1}',
  }),
  problem({
    id: 'fibonacci',
    level: 1,
    statement:
      'Give the n-th number of 0 1 1 2 3 5 8 ..., the first being number 0. n is up to 80.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(2, 80)],
    edges: [[0], [1], [2], [80]],
    reference: (n) => {
      let [one, other] = [0n, 1n]
      for (let round = 0; round < n; round++) [one, other] = [other, one + other]
      return one
    },
    solution: 'solve:{[n] first n{(x 1;sum x)}/0 1}',
    wrong: 'solve:{[n] last n{(x 1;sum x)}/0 1}',
  }),
  problem({
    id: 'hanoi-moves',
    level: 2,
    statement:
      'Discs of different size lie on peg 1, the smallest on top. Move n of them to peg 3, one ' +
      'at a ' +
      'time and never a larger one onto a smaller one. Give the shortest list of moves, each the ' +
      'pegs from and to. n is at least 1.',
    takes: { n: 'long' },
    gives: 'long list list',
    draw: (random) => [random.integer(1, 8)],
    edges: [[1], [2], [3], [4], [5], [6]],
    reference: (n) => hanoi(n, 1, 3),
    solution:
      'move:{[n;a;b] $[n=0;();.z.s[n-1;a;6-a+b],(enlist a,b),.z.s[n-1;6-a+b;b]]}\n' +
      'solve:{[n] move[n;1;3]}',
    wrong:
      'move:{[n;a;b] $[n=0;();.z.s[n-1;a;b],(enlist a,b),.z.s[n-1;6-a+b;b]]}\n' +
      'solve:{[n] move[n;1;3]}',
  }),
  problem({
    id: 'all-permutations',
    level: 2,
    statement: 'Give all orders of the different letters of a word, sorted. It has 2 to 5 letters.',
    takes: { letters: 'string' },
    gives: 'string list',
    draw: (random) => [random.sample([...'abcdefg'], random.integer(2, 4)).join('')],
    edges: [['ba'], ['cab']],
    reference: (letters) => permutations([...letters].sort()),
    solution:
      'perms:{$[2>count x;enlist x;raze {[x;c] c,/:perms x where x<>c}[x]each x]}\n' +
      'solve:{[letters] perms letters iasc letters}',
    wrong:
      'perms:{$[2>count x;enlist x;raze {[x;c] c,/:perms x where x<>c}[x]each x]}\n' +
      'solve:{[letters] perms reverse letters}',
  }),
  problem({
    id: 'nesting-depth',
    level: 2,
    statement:
      'A bracket text has only ( and ), and is balanced. Give how deep they nest at the most.',
    takes: { text: 'string' },
    gives: 'long',
    draw: (random) => {
      const deep = (left: number): string =>
        left === 0 ? '' : random.pick([`(${deep(left - 1)})`, `()${deep(left - 1)}()`])
      return [deep(random.integer(1, 7))]
    },
    edges: [[''], ['()()'], ['(())()']],
    reference: (text) => {
      let [depth, most] = [0, 0]
      for (const bracket of text) {
        depth += bracket === '(' ? 1 : -1
        most = Math.max(most, depth)
      }
      return most
    },
    solution: 'solve:{[text] max 0,sums 1 -1"()"?text}',
    wrong: 'solve:{[text] max 0,1 -1"()"?text}',
  }),
  problem({
    id: 'queens',
    level: 3,
    statement:
      'Give in how many ways n queens stand on a board of n by n squares so that no two share a ' +
      'row, a column or a diagonal. n is from 1 to 6.',
    takes: { n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(1, 6)],
    edges: [[1], [2], [3], [4], [5], [6]],
    reference: (n) => queens(n),
    solution:
      'free:{[c;q] i:count[c]-til count c;not(q in c)or any i=abs c-q}\n' +
      'place:{[n;c] $[n=count c;1;sum 0,place[n]each c,/:k where free[c]each k:til n]}\n' +
      'solve:{[n] place[n;0#0]}',
    wrong:
      'free:{[c;q] not q in c}\n' +
      'place:{[n;c] $[n=count c;1;sum 0,place[n]each c,/:k where free[c]each k:til n]}\n' +
      'solve:{[n] place[n;0#0]}',
  }),
  problem({
    id: 'gray-code',
    level: 2,
    statement:
      'Give the Gray code of n bits as strings: that of n-1 bits with 0 before each, then the ' +
      'same ' +
      'in reverse order with 1 before each. That of 1 bit is "0", "1". n is at least 2.',
    takes: { n: 'long' },
    gives: 'string list',
    draw: (random) => [random.integer(2, 8)],
    edges: [[2], [3], [4], [5]],
    reference: (n) => gray(n),
    solution: 'solve:{[n] (n-1){("0",/:x),"1",/:reverse x}/enlist each "01"}',
    wrong: 'solve:{[n] (n-1){("0",/:x),"1",/:x}/enlist each "01"}',
  }),
  problem({
    id: 'ackermann',
    level: 2,
    statement:
      'A(0,n) is n+1; A(m,0) is A(m-1,1); else A(m,n) is A(m-1,A(m,n-1)). Give A(m,n) for m up ' +
      'to 2.',
    takes: { m: 'long', n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(0, 2), random.integer(0, 8)],
    edges: [
      [0, 0],
      [1, 0],
      [2, 3],
    ],
    reference: (m, n) => ackermann(m, n),
    solution: 'solve:{[m;n] $[m=0;n+1;n=0;solve[m-1;1];solve[m-1;solve[m;n-1]]]}',
    wrong: 'solve:{[m;n] $[m=0;n+1;n=0;solve[m-1;0];solve[m-1;solve[m;n-1]]]}',
  }),
  problem({
    id: 'pascal-row',
    level: 1,
    statement: 'Give row n of the triangle of Pascal: row 0 is a list of one 1, row 2 is 1 2 1.',
    takes: { n: 'long' },
    gives: 'long list',
    draw: (random) => [random.integer(1, 20)],
    edges: [[0], [1], [5]],
    reference: (n) => {
      let row = [1]
      for (let round = 0; round < n; round++)
        row = [...row, 0].map((one, at) => one + (row[at - 1] ?? 0))
      return row
    },
    solution: 'solve:{[n] n{(0,x)+x,0}/enlist 1}',
    wrong: 'solve:{[n] n{(0,x)+x,1}/enlist 1}',
  }),
  problem({
    id: 'look-and-say',
    level: 2,
    statement:
      'Read a text of digits aloud: each run of equal digits becomes its length and the digit. ' +
      'Give ' +
      'what comes of doing so n times.',
    takes: { n: 'long', digits: 'string' },
    gives: 'string',
    draw: (random) => [random.integer(1, 5), word(random, [1, 4], '12')],
    edges: [
      [1, '1'],
      [4, '1'],
      [0, '22'],
    ],
    reference: (n, digits) => {
      let text = digits
      for (let round = 0; round < n; round++) {
        text = (text.match(/(.)\1*/g) ?? []).map((run) => `${run.length}${run[0]}`).join('')
      }
      return text
    },
    solution:
      'say:{raze {(string count x),first x}each(where 1b,(1_x)<>-1_x)cut x}\n' +
      'solve:{[n;digits] n say/digits}',
    wrong:
      'say:{raze {(first x),string count x}each(where 1b,(1_x)<>-1_x)cut x}\n' +
      'solve:{[n;digits] n say/digits}',
  }),
  problem({
    id: 'balanced-texts',
    level: 3,
    statement:
      'Give all balanced texts of n pairs of round brackets, sorted with ( before ). n is at ' +
      'least 1.',
    takes: { n: 'long' },
    gives: 'string list',
    draw: (random) => [random.integer(1, 6)],
    edges: [[1], [2], [3], [4], [5]],
    reference: (n) => parentheses(n, 0),
    solution:
      'grow:{[s;o;c] $[0=o+c;enlist s;\n' +
      '  ($[o>0;grow[s,"(";o-1;c+1];()]),$[c>0;grow[s,")";o;c-1];()]]}\n' +
      'solve:{[n] grow["";n;0]}',
    wrong:
      'grow:{[s;o;c] $[0=o+c;enlist s;\n' +
      '  ($[o>0;grow[s,"(";o-1;c];()]),$[c>0;grow[s,")";o;c-1];()]]}\n' +
      'solve:{[n] grow["";n;n]}',
  }),
  problem({
    id: 'subset-sums',
    level: 2,
    statement:
      'Give the different sums of all subsets of the numbers, sorted; the empty one has 0.',
    takes: { numbers: 'long list' },
    gives: 'long list',
    draw: (random) => [longs(random, [2, 5], [1, 15])],
    edges: [[[3]], [[1, 2, 3]], [[5, 5]]],
    reference: (numbers) => {
      let sums = [0]
      for (const one of numbers) sums = sums.concat(sums.map((other) => other + one))
      return [...new Set(sums)].sort((a, b) => a - b)
    },
    solution: 'solve:{[numbers] s iasc s:distinct {x,x+y}/[enlist 0;numbers]}',
    wrong: 'solve:{[numbers] s iasc s:{x,x+y}/[enlist 0;numbers]}',
  }),
  problem({
    id: 'count-partitions',
    level: 3,
    statement:
      'Give in how many ways n is a sum of positive numbers none of which is above the limit. ' +
      'The ' +
      'order does not matter: 3 is 3, 2+1 and 1+1+1.',
    takes: { n: 'long', limit: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(1, 16), random.integer(1, 8)],
    edges: [
      [0, 3],
      [3, 3],
      [5, 2],
      [4, 9],
    ],
    reference: (n, limit) => partitions(n, limit),
    solution: 'solve:{[n;limit] $[n=0;1;(n<0)or limit=0;0;solve[n-limit;limit]+solve[n;limit-1]]}',
    wrong: 'solve:{[n;limit] $[n=0;1;(n<0)or limit=0;0;solve[n-limit;limit-1]+solve[n;limit-1]]}',
  }),
  problem({
    id: 'josephus',
    level: 2,
    statement:
      'n people stand in a circle, numbered from 0. Counting from 0 on, every k-th leaves, ' +
      'until one ' +
      'is left. Give the number of that one.',
    takes: { n: 'long', k: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(2, 40), random.integer(1, 9)],
    edges: [
      [1, 3],
      [5, 2],
      [7, 1],
    ],
    reference: (n, k) => {
      const circle = Array.from({ length: n }, (_, at) => at)
      for (let at = 0; circle.length > 1; ) {
        at = (at + k - 1) % circle.length
        circle.splice(at, 1)
      }
      return circle[0] ?? 0
    },
    solution: 'solve:{[n;k] 0{[k;x;y] (x+k)mod y}[k]/2+til n-1}',
    wrong: 'solve:{[n;k] 0{[k;x;y] (x+k-1)mod y}[k]/2+til n-1}',
  }),
])
