import type { RandomStream } from '../../random.ts'
import { digits, items } from '../draws.ts'
import { arrows, components, distances, edges, GRAPH, upTo } from '../graph-draws.ts'
import { problem, topic } from '../problem.ts'

/** An island that winds through the grid, with one square flipped. */
const WINDING = [
  '11111 00001 11111 10000 11111',
  '11101 10101 10101 10111',
  '1111111 0000001 1111101 1000101 1011101 1000001 1111111',
  '1111111 1000001 1011101 1010101 1010001 1011111',
]

function winding(random: RandomStream): number[][] {
  const grid = digits(random.pick(WINDING))
  const row = random.integer(0, grid.length - 1)
  const column = random.integer(0, (grid[0] as number[]).length - 1)
  return grid.map((cells, r) =>
    cells.map((cell, c) => (r === row && c === column ? 1 - cell : cell)),
  )
}

export const GRAPHS = topic('graphs', [
  problem({
    id: 'degrees',
    level: 1,
    statement:
      'Nodes 0 to n-1 and edges between two of them. Give the number of edges at each node.',
    takes: GRAPH,
    gives: 'long list',
    draw: (random) => [6, edges(random, 6, [2, 9])],
    edges: [[3, digits('01')]],
    reference: (n, list) =>
      upTo(n).map((node) => list.filter((edge) => edge.includes(node)).length),
    solution: 'solve:{[n;edges] @[n#0;raze edges;+;1]}',
    wrong: 'solve:{[n;edges] @[n#0;edges[;0];+;1]}',
  }),
  problem({
    id: 'components',
    level: 2,
    statement:
      'Nodes 0 to n-1 and edges between two of them. Give into how many connected parts the ' +
      'graph ' +
      'falls.',
    takes: GRAPH,
    gives: 'long',
    draw: (random) => [7, edges(random, 7, [1, 7])],
    edges: [
      [3, digits('01')],
      [4, digits('01 23')],
      [4, digits('23 03 12')],
      [3, digits('01 12 02')],
    ],
    reference: (n, list) => components(n, list),
    solution:
      'solve:{[n;edges] c:til n;\n' +
      '  count distinct {[c;e] @[c;where c=c e 1;:;c e 0]}/[c;edges]}',
    wrong: 'solve:{[n;edges] n-count edges}',
  }),
  problem({
    id: 'has-cycle',
    level: 3,
    statement:
      'Nodes 0 to n-1; edges go from their first to their second node. Tell whether one can ' +
      'start ' +
      'somewhere and come back to it.',
    takes: GRAPH,
    gives: 'boolean',
    draw: (random) => [5, random.pick([edges, arrows])(random, 5, [3, 7])],
    edges: [
      [3, digits('01 12 20')],
      [3, digits('01 12 02')],
    ],
    reference: (n, list) =>
      upTo(n).some((node) =>
        list.some(([from, to = 0]) => from === node && distances(list, to).has(node)),
      ),
    solution: 'solve:{[n;edges]\n' + '  e:{x where x[;0]in x[;1]}/[edges];0<count e}',
    wrong: 'solve:{[n;edges] n<=count edges}',
  }),
  problem({
    id: 'two-colours',
    level: 3,
    statement:
      'Nodes 0 to n-1 and edges between two of them. Tell whether two colours are enough so ' +
      'that no ' +
      'edge has the same colour at both ends.',
    takes: GRAPH,
    gives: 'boolean',
    draw: (random) => [6, edges(random, 6, [4, 9])],
    edges: [
      [3, digits('01 12 02')],
      [4, digits('01 12 23 03')],
      [5, digits('01 12 23 34 04')],
    ],
    reference: (n, list) =>
      upTo(2 ** n).some((colours) =>
        list.every(([a = 0, b = 0]) => ((colours >> a) & 1) !== ((colours >> b) & 1)),
      ),
    solution:
      'bits:{[n;x] n#{x,(last x)div 2}/[n;enlist x]mod 2}\n' +
      'solve:{[n;edges]\n' +
      '  c:bits[n]each til prd n#2;\n' +
      '  1b in {[e;c] not 1b in c[e[;0]]=c e[;1]}[edges]each c}',
    wrong: 'solve:{[n;edges] (count edges)<n}',
  }),
  problem({
    id: 'count-islands',
    level: 2,
    statement:
      'A grid of 0 and 1. Give how many islands there are: squares of 1 that touch at their ' +
      'sides ' +
      'belong together.',
    takes: { grid: 'long list list' },
    gives: 'long',
    draw: (random) => {
      if (random.chance(0.5)) return [winding(random)]
      const width = random.integer(3, 5)
      return [
        items(random, [3, 5], () =>
          items(random, [width, width], () => Number(random.chance(0.55))),
        ),
      ]
    },
    edges: [
      [digits('00 00')],
      [digits('10 01')],
      [digits('111 101 111')],
      [digits('11111 00001 11111 10000 11111')],
    ],
    reference: (grid) => {
      const land = grid.flatMap((row, r) => row.flatMap((one, c) => (one === 1 ? [[r, c]] : [])))
      const indexes = new Map(land.map((square, index) => [square.join(), index]))
      const touch = land.flatMap(([r = 0, c = 0], index) =>
        [indexes.get(`${r + 1},${c}`), indexes.get(`${r},${c + 1}`)].flatMap((other) =>
          other === undefined ? [] : [[index, other]],
        ),
      )
      return components(land.length, touch)
    },
    solution:
      'solve:{[grid] w:count first grid;p:where raze grid;r:p div w;c:p mod w;\n' +
      '  near:{[r;c;i] where 1=abs[r-r i]+abs c-c i}[r;c];\n' +
      '  step:{[near;l;i] @[l;near i;:;min l i,near i]}[near];\n' +
      '  count distinct {[step;l] {x[y;z]}[step]/[l;til count l]}[step]/[til count p]}',
    wrong: 'solve:{[grid] sum raze grid}',
  }),
  problem({
    id: 'count-triangles',
    level: 2,
    statement:
      'Nodes 0 to n-1 and edges between two of them, none twice. Give how many sets of three ' +
      'nodes ' +
      'are connected all with each other.',
    takes: GRAPH,
    gives: 'long',
    draw: (random) => [6, edges(random, 6, [5, 13])],
    edges: [
      [3, digits('01 12 02')],
      [3, digits('01 12')],
    ],
    reference: (n, list) => {
      const joined = (a: number, b: number): boolean =>
        list.some((edge) => edge.includes(a) && edge.includes(b))
      return upTo(n)
        .flatMap((a) => upTo(a).flatMap((b) => upTo(b).map((c) => [a, b, c] as const)))
        .filter(([a, b, c]) => joined(a, b) && joined(b, c) && joined(a, c)).length
    },
    solution:
      'solve:{[n;edges] e:edges,reverse each edges;\n' +
      '  near:{[e;x] e[;1]where x=e[;0]}[e];\n' +
      '  (sum 0,{[near;p] count where near[p 0]in near p 1}[near]each edges)div 3}',
    wrong:
      'solve:{[n;edges] e:edges,reverse each edges;\n' +
      '  near:{[e;x] e[;1]where x=e[;0]}[e];\n' +
      '  sum 0,{[near;p] count where near[p 0]in near p 1}[near]each edges}',
  }),
  problem({
    id: 'town-judge',
    level: 1,
    statement:
      'People 0 to n-1; each pair says that its first trusts its second. The judge trusts ' +
      'nobody and ' +
      'is trusted by all others. Give the number of the judge, or -1 if there is none.',
    takes: { n: 'long', trusts: 'long list list' },
    gives: 'long',
    draw: (random) => {
      const others = arrows(random, 4, [2, 4])
      const all = [...others, ...upTo(4).map((one) => [one, 4])]
      return [5, random.chance(0.6) ? all : all.slice(0, -1)]
    },
    edges: [
      [2, digits('01')],
      [3, digits('02 12 20')],
      [3, digits('01 12')],
    ],
    reference: (n, trusts) =>
      upTo(n).find(
        (one) =>
          trusts.every(([who]) => who !== one) &&
          trusts.filter(([, whom]) => whom === one).length === n - 1,
      ) ?? -1,
    solution:
      'solve:{[n;trusts] t:@[@[n#0;trusts[;1];+;1];trusts[;0];-;1];\n' + '  $[n>i:t?n-1;i;-1]}',
    wrong: 'solve:{[n;trusts] t:@[n#0;trusts[;1];+;1];$[n>i:t?n-1;i;-1]}',
  }),
])
