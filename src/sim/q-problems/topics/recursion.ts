import {
  ackermann,
  gray,
  hanoi,
  parentheses,
  partitions,
  permutations,
  queens,
} from '../counting.ts'
import { items, longs, word } from '../draws.ts'
import { problem, topic } from '../problem.ts'

export const RECURSION = topic('recursion', [
  problem({
    id: 'product-of-range',
    level: 1,
    statement:
      'Give the product of the whole numbers from low to high, both included; 1 if high is less ' +
      'than low. The product fits in a long.',
    takes: { low: 'long', high: 'long' },
    gives: 'long',
    draw: (random) => {
      if (random.chance(0.3)) return [random.integer(-9, 9), random.integer(-6, 9)]
      const low = random.integer(1, 400)
      return [low, low + random.integer(-2, 5)]
    },
    edges: [
      [1, 20],
      [5, 4],
      [-2, 2],
    ],
    reference: (low, high) => {
      let product = 1n
      for (let factor = BigInt(low); factor <= BigInt(high); factor++) product *= factor
      return product
    },
    solution: 'solve:{[low;high] $[high<low;1;high*.z.s[low;high-1]]}',
    wrong: 'solve:{[low;high] prd low+til 0|high-low}',
  }),
  problem({
    id: 'fibonacci-like',
    level: 1,
    statement:
      'A list begins with two given numbers, and each of the following is the sum of the two ' +
      'before it, as in 0 1 1 2 3 5. Give its number at position n; the first one is at ' +
      'position 0. n is up to 80.',
    takes: { one: 'long', two: 'long', n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(-9, 9), random.integer(-9, 9), random.integer(2, 60)],
    edges: [
      [0, 1, 80],
      [4, 7, 0],
      [1, 1, 2],
    ],
    reference: (first, second, n) => {
      let [one, other] = [BigInt(first), BigInt(second)]
      for (let round = 0; round < n; round++) [one, other] = [other, one + other]
      return one
    },
    solution: 'solve:{[one;two;n] first n{(x 1;sum x)}/one,two}',
    wrong: 'solve:{[one;two;n] last n{(x 1;sum x)}/one,two}',
  }),
  problem({
    id: 'hanoi-moves',
    level: 2,
    statement:
      'n discs of different size lie on one of the pegs 1, 2 and 3, the smallest on top. They ' +
      'are moved to another peg, one at a time and never a larger one onto a smaller one, in ' +
      'as few moves as possible. Give the first k moves, or all if there are fewer, each as ' +
      'the pegs from and to. n and k are at least 1.',
    takes: { n: 'long', start: 'long', goal: 'long', k: 'long' },
    gives: 'long list list',
    draw: (random) => {
      const [start = 1, goal = 3] = random.shuffle([1, 2, 3])
      return [random.integer(2, 8), start, goal, random.integer(2, 40)]
    },
    edges: [
      [1, 1, 3, 5],
      [3, 2, 1, 7],
    ],
    reference: (n, start, goal, k) => hanoi(n, start, goal).slice(0, k),
    solution:
      'move:{[n;a;b] $[n=0;();.z.s[n-1;a;6-a+b],(enlist a,b),.z.s[n-1;6-a+b;b]]}\n' +
      'solve:{[n;start;goal;k] m:move[n;start;goal];(k&count m)#m}',
    wrong:
      'move:{[n;a;b] $[n=0;();.z.s[n-1;a;6-a+b],(enlist a,b),.z.s[n-1;6-a+b;b]]}\n' +
      'solve:{[n;start;goal;k] k#move[n;start;goal]}',
  }),
  problem({
    id: 'all-permutations',
    level: 2,
    statement: 'Give all orders of the different letters of a word, sorted. It has 2 to 5 letters.',
    takes: { letters: 'string' },
    gives: 'string list',
    draw: (random) => [random.sample([...'abcdefghijklmno'], random.integer(2, 4)).join('')],
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
        left === 0
          ? ''
          : random.pick([`(${deep(left - 1)})`, `()${deep(left - 1)}`, `(${deep(left - 1)})(())`])
      return [deep(random.integer(1, 9))]
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
      'row, a column or a diagonal. No queen may stand on a blocked square; each is given as ' +
      'its row and column, counted from 0. n is from 1 to 6.',
    takes: { n: 'long', blocked: 'long list list' },
    gives: 'long',
    draw: (random) => {
      const n = random.integer(4, 5)
      const square = (): number[] => [random.integer(0, n - 1), random.integer(0, n - 1)]
      return [n, items(random, [0, 3], square)]
    },
    edges: [
      [1, []],
      [3, []],
      [6, []],
    ],
    reference: (n, blocked) => queens(n, blocked),
    solution:
      'free:{[b;c;q] i:count[c]-til count c;\n' +
      '  not(any((count c),q)~/:b)or(q in c)or any i=abs c-q}\n' +
      'place:{[n;b;c] $[n=count c;1;sum 0,place[n;b]each c,/:k where free[b;c]each k:til n]}\n' +
      'solve:{[n;blocked] place[n;blocked;0#0]}',
    wrong:
      'free:{[b;c;q] not(any((count c),q)~/:b)or q in c}\n' +
      'place:{[n;b;c] $[n=count c;1;sum 0,place[n;b]each c,/:k where free[b;c]each k:til n]}\n' +
      'solve:{[n;blocked] place[n;blocked;0#0]}',
  }),
  problem({
    id: 'gray-code',
    level: 2,
    statement:
      'The Gray code of n bits is a list of strings: that of n-1 bits with 0 before each, then ' +
      'the same in reverse order with 1 before each. That of 1 bit is "0", "1". Give its strings ' +
      'at the positions from low to high, both included, counted from 0. n is at least 2.',
    takes: { n: 'long', low: 'long', high: 'long' },
    gives: 'string list',
    draw: (random) => {
      const n = random.integer(3, 8)
      const low = random.integer(0, 2 ** n - 2)
      return [n, low, Math.min(2 ** n - 1, low + random.integer(1, 9))]
    },
    edges: [
      [3, 0, 1],
      [4, 7, 9],
    ],
    reference: (n, low, high) => gray(n).slice(low, high + 1),
    solution:
      'solve:{[n;low;high] g:(n-1){("0",/:x),"1",/:reverse x}/enlist each "01";\n' +
      '  g low+til 1+high-low}',
    wrong:
      'solve:{[n;low;high] g:(n-1){("0",/:x),"1",/:x}/enlist each "01";\n' +
      '  g low+til 1+high-low}',
  }),
  problem({
    id: 'ackermann-like',
    level: 2,
    statement:
      'A(0,n) is n+1; A(m,0) is A(m-1,k); else A(m,n) is A(m-1,A(m,n-1)). Give A(m,n) for m up ' +
      'to 2, where k is at least 1.',
    takes: { k: 'long', m: 'long', n: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(1, 20), random.pick([0, 1, 2, 2]), random.integer(0, 16)],
    edges: [
      [1, 0, 0],
      [3, 1, 0],
      [1, 2, 3],
    ],
    reference: (k, m, n) => ackermann(k, m, n),
    solution: 'solve:{[k;m;n] $[m=0;n+1;n=0;solve[k;m-1;k];solve[k;m-1;solve[k;m;n-1]]]}',
    wrong: 'solve:{[k;m;n] $[m=0;n+1;n=0;solve[k;m-1;1];solve[k;m-1;solve[k;m;n-1]]]}',
  }),
  problem({
    id: 'pascal-row',
    level: 1,
    statement:
      'A triangle of numbers begins with a given row. Each further row has one number more: ' +
      'every number is the sum of the two above it, with 0 for those that are missing, as 1 2 1 ' +
      'follows 1 1. Give row n; the given one is row 0.',
    takes: { n: 'long', top: 'long list' },
    gives: 'long list',
    draw: (random) => [random.integer(1, 12), longs(random, [1, 3], [-4, 9])],
    edges: [
      [0, [1]],
      [5, [1]],
    ],
    reference: (n, top) => {
      let row = [...top]
      for (let round = 0; round < n; round++)
        row = [...row, 0].map((one, at) => one + (row[at - 1] ?? 0))
      return row
    },
    solution: 'solve:{[n;top] n{(0,x)+x,0}/top}',
    wrong: 'solve:{[n;top] n{(0,x)+x,1}/top}',
  }),
  problem({
    id: 'look-and-say',
    level: 2,
    statement:
      'Read a text of digits aloud: each run of equal digits becomes its length and the digit. ' +
      'Give what comes of doing so n times.',
    takes: { n: 'long', digits: 'string' },
    gives: 'string',
    draw: (random) => [random.integer(1, 5), word(random, [2, 6], '1123')],
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
      'Give all balanced texts of n pairs of round brackets that begin with a given text of ' +
      'brackets, sorted with ( before ). There may be none, and the given text may be empty. n ' +
      'is at least 1.',
    takes: { n: 'long', start: 'string' },
    gives: 'string list',
    draw: (random) => {
      const n = random.integer(4, 6)
      const some = random.pick(parentheses(n, 0)).slice(0, random.integer(2, 9))
      return [n, random.pick([some, some, some, word(random, [2, 6], '()'), '('.repeat(n + 1)])]
    },
    edges: [
      [1, ''],
      [2, '())'],
      [3, ''],
    ],
    reference: (n, start) => parentheses(n, 0).filter((text) => text.startsWith(start)),
    solution:
      'grow:{[s;o;c] $[0=o+c;enlist s;\n' +
      '  ($[o>0;grow[s,"(";o-1;c+1];()]),$[c>0;grow[s,")";o;c-1];()]]}\n' +
      'solve:{[n;start] d:sums -1+2*start="(";o:n-sum start="(";\n' +
      '  $[(o<0)or any d<0;();grow[start;o;last 0,d]]}',
    wrong:
      'grow:{[s;o;c] $[0=o+c;enlist s;\n' +
      '  ($[o>0;grow[s,"(";o-1;c+1];()]),$[c>0;grow[s,")";o;c-1];()]]}\n' +
      'solve:{[n;start] grow[start;n-sum start="(";last 0,sums -1+2*start="("]}',
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
      'The order does not matter: 3 is 3, 2+1 and 1+1+1.',
    takes: { n: 'long', limit: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(1, 30), random.integer(1, 24)],
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
      'until one is left. Give the number of that one.',
    takes: { n: 'long', k: 'long' },
    gives: 'long',
    draw: (random) => [random.integer(2, 120), random.integer(1, 30)],
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
