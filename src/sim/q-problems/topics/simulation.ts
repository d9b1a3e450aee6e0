import { byName } from '../../by-name.ts'
import type { RandomStream } from '../../random.ts'
import { digits, items, longs, word } from '../draws.ts'
import { problem, topic } from '../problem.ts'

type Grid = readonly (readonly number[])[]

const at = (grid: Grid, row: number, column: number): number => grid[row]?.[column] ?? 0

const NEAR = [-1, 0, 1] as const

function lifeStep(grid: Grid): number[][] {
  return grid.map((cells, row) =>
    cells.map((cell, column) => {
      const around = NEAR.flatMap((r) => NEAR.map((c) => at(grid, row + r, column + c)))
      const living = around.reduce((sum, one) => sum + one, 0) - cell
      return living === 3 || (cell === 1 && living === 2) ? 1 : 0
    }),
  )
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = byName({
  U: [0, 1],
  D: [0, -1],
  L: [-1, 0],
  R: [1, 0],
})

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246']

const hasThree = (cells: string, who: string): boolean =>
  LINES.some((line) => [...line].every((place) => cells[Number(place)] === who))

/** The player with three in a row on a board of nine cells, or a dot. */
const winnerOf = (cells: string): string =>
  hasThree(cells, 'X') ? 'X' : hasThree(cells, 'O') ? 'O' : '.'

/** A board on which one player has a line, or nobody has. */
function ticTacToe(random: RandomStream): string {
  const [own, other] = random.shuffle(['X', 'O']) as [string, string]
  const line = random.chance(0.6) ? random.pick(LINES) : ''
  const cells = [...'.........']
  for (const place of line) cells[Number(place)] = own
  for (const place of random.shuffle([...cells.keys()]).slice(0, random.integer(4, 8))) {
    if (cells[place] !== '.') continue
    const who = random.pick([own, other, other])
    cells[place] = who
    const isLine = hasThree(cells.join(''), other) || (line === '' && hasThree(cells.join(''), own))
    if (isLine) cells[place] = '.'
  }
  return cells.join('')
}

export const SIMULATION = topic('simulation', [
  problem({
    id: 'game-of-life',
    level: 3,
    statement:
      'One step of the Game of Life on a grid of 0 and 1: a 1 with two or three neighbours ' +
      'that are ' +
      '1 stays, a 0 with three becomes 1, everything else is 0. Diagonals count; outside is 0.',
    takes: { grid: 'long list list' },
    gives: 'long list list',
    draw: (random) => {
      const width = random.integer(3, 5)
      return [items(random, [3, 5], () => longs(random, [width, width], [0, 1]))]
    },
    edges: [[digits('010 010 010')]],
    reference: (grid) => lifeStep(grid),
    solution:
      'shift:{[g;r;c] h:count g;w:count first g;\n' +
      '  i:r+til h;j:c+til w;\n' +
      '  {[g;w;j;i] $[i within(0;-1+count g);0^g[i]j;w#0]}[g;w;j]each i}\n' +
      'solve:{[grid] d:-1 0 1 cross -1 0 1;\n' +
      '  n:(sum {[g;d] shift[g;d 0;d 1]}[grid]each d)-grid;\n' +
      '  `long$(n=3)or(n=2)and grid=1}',
    wrong:
      'shift:{[g;r;c] h:count g;w:count first g;\n' +
      '  i:r+til h;j:c+til w;\n' +
      '  {[g;w;j;i] $[i within(0;-1+count g);0^g[i]j;w#0]}[g;w;j]each i}\n' +
      'solve:{[grid] d:-1 0 1 cross -1 0 1;\n' +
      '  n:sum {[g;d] shift[g;d 0;d 1]}[grid]each d;\n' +
      '  `long$(n=3)or(n=2)and grid=1}',
  }),
  problem({
    id: 'robot-walk',
    level: 1,
    statement:
      'A robot begins at 0 0. U raises its second coordinate by 1, D lowers it; R raises the ' +
      'first, ' +
      'L lowers it. Give where it ends.',
    takes: { moves: 'string' },
    gives: 'long list',
    draw: (random) => [word(random, [3, 14], 'UDLR')],
    edges: [['UU'], ['LLD'], ['UD']],
    reference: (moves) =>
      [...moves].reduce<number[]>(
        ([x = 0, y = 0], move) => {
          const [dx, dy] = MOVES[move] ?? [0, 0]
          return [x + dx, y + dy]
        },
        [0, 0],
      ),
    solution: 'solve:{[moves] sum(0 1;0 -1;-1 0;1 0)"UDLR"?moves}',
    wrong: 'solve:{[moves] sum(0 1;0 -1;1 0;-1 0)"UDLR"?moves}',
  }),
  problem({
    id: 'light-switches',
    level: 2,
    statement:
      'Lights 1 to n are off. In round r every light whose number r divides is switched. Give ' +
      'the ' +
      'numbers of those that are on after the given number of rounds.',
    takes: { n: 'long', rounds: 'long' },
    gives: 'long list',
    draw: (random) => [random.integer(10, 70), random.integer(2, 40)],
    edges: [
      [10, 10],
      [5, 1],
      [9, 3],
    ],
    reference: (n, rounds) => {
      const all = Array.from({ length: n }, (_, index) => index + 1)
      return all.filter((light) => {
        let on = false
        for (let round = 1; round <= rounds; round++) if (light % round === 0) on = !on
        return on
      })
    },
    solution: 'solve:{[n;rounds] l:1+til n;l where 1=(sum 0=l mod/:1+til rounds)mod 2}',
    wrong: 'solve:{[n;rounds] l:1+til n;l where 0<sum 0=l mod/:1+til rounds}',
  }),
  problem({
    id: 'rule-automaton',
    level: 3,
    statement:
      'A row of 0 and 1 changes by a rule from 0 to 255: the left neighbour, the cell and the ' +
      'right ' +
      'neighbour, read as a binary number k, give bit k of the rule (bit 0 is the lowest). ' +
      'Outside ' +
      'is 0. Give the row after one step.',
    takes: { rule: 'long', cells: 'long list' },
    gives: 'long list',
    draw: (random) => [
      random.integer(0, random.pick([255, 255, 2])),
      longs(random, [4, 10], [0, 1]),
    ],
    edges: [
      [30, [0, 0, 1, 0, 0]],
      [110, [1, 1, 1]],
      [90, [1, 0, 1, 1]],
    ],
    reference: (rule, cells) =>
      cells.map((cell, index) => {
        const k = 4 * (cells[index - 1] ?? 0) + 2 * cell + (cells[index + 1] ?? 0)
        return Math.floor(rule / 2 ** k) % 2
      }),
    solution:
      'solve:{[rule;cells] k:(4*0,-1_cells)+(2*cells)+(1_cells),0;\n' +
      '  b:8{x,(last x)div 2}/enlist rule;(b k)mod 2}',
    wrong:
      'solve:{[rule;cells] k:(0,-1_cells)+(2*cells)+4*(1_cells),0;\n' +
      '  b:8{x,(last x)div 2}/enlist rule;(b k)mod 2}',
  }),
  problem({
    id: 'tic-tac-toe',
    level: 2,
    statement:
      'Three rows of X, O and dots. Give "X" or "O" for the one who has three in a row, column ' +
      'or ' +
      'diagonal, and "." if nobody has. Not both have.',
    takes: { board: 'string list' },
    gives: 'char',
    draw: (random) => {
      const cells = ticTacToe(random)
      return [[0, 3, 6].map((at) => cells.slice(at, at + 3))]
    },
    edges: [
      [['XO.', 'OX.', '..X']],
      [['XXO', '.O.', 'O.X']],
      [['XOX', 'XOO', '.O.']],
      [['...', '...', '...']],
      [['OOO', 'X.X', '..X']],
    ],
    reference: (board) => winnerOf(board.join('')),
    solution:
      'lines:(0 1 2;3 4 5;6 7 8;0 3 6;1 4 7;2 5 8;0 4 8;2 4 6)\n' +
      'solve:{[board] l:(raze board)lines;$[(3#"X")in l;"X";(3#"O")in l;"O";"."]}',
    wrong:
      'lines:(0 1 2;3 4 5;6 7 8;0 3 6;1 4 7;2 5 8)\n' +
      'solve:{[board] l:(raze board)lines;$[(3#"X")in l;"X";(3#"O")in l;"O";"."]}',
  }),
  problem({
    id: 'rain-between-walls',
    level: 3,
    statement:
      'Walls of the given heights stand side by side. Give how much rain stays between them, one ' +
      'unit for each square that has walls at least as high on both sides.',
    takes: { heights: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [4, 12], [0, 6])],
    edges: [[[3, 0, 3]], [[1, 2, 3]], [[0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1]]],
    reference: (heights) =>
      heights.reduce((sum, one, index) => {
        const left = Math.max(...heights.slice(0, index + 1))
        return sum + Math.min(left, Math.max(...heights.slice(index))) - one
      }, 0),
    solution: 'solve:{[heights] l:(|\\)heights;r:reverse(|\\)reverse heights;sum(l&r)-heights}',
    wrong: 'solve:{[heights] l:(|\\)heights;sum l-heights}',
  }),
  problem({
    id: 'falling-tree',
    level: 2,
    statement:
      'Dominoes stand at the given places, in ascending order, with the given heights. The first ' +
      'falls to the right. One knocks over every other that is at most its height away to the ' +
      'right. ' +
      'Give how many fall.',
    takes: { places: 'long list', heights: 'long list' },
    gives: 'long',
    draw: (random) => {
      let place = 0
      const places = items(random, [3, 12], () => {
        place += random.integer(1, 4)
        return place
      })
      return [places, longs(random, [places.length, places.length], [2, 6])]
    },
    edges: [
      [
        [0, 1, 5],
        [1, 1, 1],
      ],
      [
        [0, 2, 4, 9],
        [4, 1, 5, 1],
      ],
    ],
    reference: (places, heights) => {
      let [reach, fallen] = [places[0] ?? 0, 0]
      places.forEach((place, index) => {
        if (place > reach) return
        fallen += 1
        reach = Math.max(reach, place + (heights[index] ?? 0))
      })
      return fallen
    },
    solution:
      'solve:{[places;heights] r:first places;n:0;i:0;\n' +
      '  while[i<count places;if[places[i]<=r;n+:1;r:r|places[i]+heights i];i+:1];n}',
    wrong:
      'solve:{[places;heights] r:first places;n:0;i:0;\n' +
      '  while[i<count places;if[places[i]<=r;n+:1;r:places[i]+heights i];i+:1];n}',
  }),
  problem({
    id: 'rock-paper-scissors',
    level: 1,
    statement:
      'Two players show R, P or S; R beats S, S beats P, P beats R. Give how many rounds the ' +
      'first ' +
      'wins minus how many the second wins.',
    takes: { left: 'string', right: 'string' },
    gives: 'long',
    draw: (random) => {
      const size = random.integer(3, 9)
      return [word(random, [size, size], 'RPS'), word(random, [size, size], 'RPS')]
    },
    edges: [
      ['RPS', 'RPS'],
      ['RR', 'PS'],
      ['PPS', 'RRP'],
    ],
    reference: (first, second) =>
      [...first].reduce((sum, one, index) => {
        const pair = one + (second[index] ?? '')
        return sum + (/RS|SP|PR/.test(pair) ? 1 : /SR|PS|RP/.test(pair) ? -1 : 0)
      }, 0),
    solution: 'solve:{[left;right] sum 0 1 -1(("RPS"?left)-"RPS"?right)mod 3}',
    wrong: 'solve:{[left;right] sum signum("RPS"?left)-"RPS"?right}',
  }),
])
