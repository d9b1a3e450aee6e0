import { digits } from '../draws.ts'
import {
  arrows,
  bothDirections,
  chain,
  cheapest,
  components,
  costs,
  distances,
  edges,
  GRAPH,
  upTo,
} from '../graph-draws.ts'
import { problem, topic } from '../problem.ts'

export const GRAPH_WAYS = topic('graphs', [
  problem({
    id: 'can-reach',
    level: 2,
    statement:
      'Edges go from their first to their second node. Tell whether one gets from start to goal.',
    takes: { edges: 'long list list', start: 'long', goal: 'long' },
    gives: 'boolean',
    draw: (random) => [
      random.pick([arrows(random, 6, [4, 9]), chain(random, 7)]),
      random.integer(0, 5),
      random.integer(0, 5),
    ],
    edges: [
      [digits('01 12'), 0, 2],
      [digits('01 12'), 2, 0],
      [digits('01'), 3, 3],
    ],
    reference: (list, start, goal) => distances(list, start).has(goal),
    solution:
      'solve:{[edges;start;goal]\n' +
      '  goal in {[e;r] distinct r,e[;1]where e[;0]in r}[edges]/[enlist start]}',
    wrong: 'solve:{[edges;start;goal] (start=goal)or any(enlist start,goal)in edges}',
  }),
  problem({
    id: 'steps-to-all',
    level: 3,
    statement:
      'Nodes 0 to n-1 and edges that can be used both ways. Give the fewest edges from node 0 to ' +
      'every node, -1 where there is no way.',
    takes: GRAPH,
    gives: 'long list',
    draw: (random) => [8, random.pick([edges(random, 8, [4, 10]), chain(random, 8)])],
    edges: [
      [3, digits('01')],
      [4, digits('01 12 23 03')],
    ],
    reference: (n, list) => {
      const found = distances(bothDirections(list), 0)
      return upTo(n).map((node) => found.get(node) ?? -1)
    },
    solution:
      'solve:{[n;edges] e:edges,reverse each edges;d:@[n#-1;0;:;0];f:enlist 0;s:0;\n' +
      '  while[0<count f;s+:1;t:distinct e[;1]where e[;0]in f;\n' +
      '    f:t where -1=d t;d[f]:s];d}',
    wrong:
      'solve:{[n;edges] e:edges;d:@[n#-1;0;:;0];f:enlist 0;s:0;\n' +
      '  while[0<count f;s+:1;t:distinct e[;1]where e[;0]in f;\n' +
      '    f:t where -1=d t;d[f]:s];d}',
  }),
  problem({
    id: 'cheapest-way',
    level: 3,
    statement:
      'Edges go from their first to their second node, each at a cost. Give the lowest total ' +
      'cost ' +
      'from node 0 to node n-1, or -1 if there is no way.',
    takes: { n: 'long', edges: 'long list list', costs: 'long list' },
    gives: 'long',
    draw: (random) => {
      const list = random.pick([arrows(random, 6, [7, 13]), chain(random, 6)])
      return [6, list, costs(random, list)]
    },
    edges: [
      [3, digits('01 12 02'), [1, 2, 5]],
      [3, digits('01 21'), [1, 1]],
    ],
    reference: (n, list, prices) => {
      const cost = cheapest(n, list, prices, 0)[n - 1] ?? Infinity
      return cost === Infinity ? -1 : cost
    },
    solution:
      'relax:{[e;d] {@[x;y 1;&;y[2]+x y 0]}/[d;e]}\n' +
      "solve:{[n;edges;costs] e:edges,'costs;\n" +
      '  d:relax[e]/[@[n#1000000;0;:;0]];$[1000000>last d;last d;-1]}',
    wrong:
      'relax:{[e;d] {@[x;y 1;&;y[2]+x y 0]}/[d;e]}\n' +
      "solve:{[n;edges;costs] e:edges,'1+0*costs;\n" +
      '  d:relax[e]/[@[n#1000000;0;:;0]];$[1000000>last d;last d;-1]}',
  }),
  problem({
    id: 'work-order',
    level: 3,
    statement:
      'Tasks 0 to n-1; each pair says that its first task has to be done before its second, ' +
      'and it ' +
      'can be done. Always doing the task with the lowest number that is possible, give the order.',
    takes: { n: 'long', pairs: 'long list list' },
    gives: 'long list',
    draw: (random) => {
      const order = random.shuffle(upTo(6))
      return [6, edges(random, 6, [3, 8]).map((pair) => pair.map((at) => order[at] ?? 0))]
    },
    edges: [
      [3, digits('20')],
      [3, digits('21 10')],
    ],
    reference: (n, pairs) => {
      const done: number[] = []
      while (done.length < n) {
        const ready = upTo(n).find(
          (task) =>
            !done.includes(task) &&
            pairs.every(([before = 0, after]) => after !== task || done.includes(before)),
        )
        if (ready === undefined) break
        done.push(ready)
      }
      return done
    },
    solution:
      'solve:{[n;pairs] d:0#0;\n' +
      '  while[n>count d;l:pairs[;1]where not pairs[;0]in d;\n' +
      '    t:til n;d,:first t where not t in d,l];d}',
    wrong: 'solve:{[n;pairs] distinct(raze pairs),til n}',
  }),
  problem({
    id: 'depth-in-tree',
    level: 2,
    statement:
      'A tree is given by the parent of every node; that of the root is -1. Give the depth of ' +
      'every ' +
      'node, the root having 0.',
    takes: { parents: 'long list' },
    gives: 'long list',
    draw: (random) => [[-1, ...upTo(random.integer(2, 8)).map((one) => random.integer(0, one))]],
    edges: [[[-1]], [[1, 2, -1]], [[-1, 0, 0, 1]]],
    reference: (parents) =>
      parents.map((parent) => {
        let depth = 0
        for (let node = parent; node >= 0; node = parents[node] ?? -1) depth += 1
        return depth
      }),
    solution:
      'depth:{[p;i] $[0>p i;0;1+depth[p;p i]]}\n' +
      'solve:{[parents] depth[parents]each til count parents}',
    wrong:
      'depth:{[p;i] $[0>p i;1;1+depth[p;p i]]}\n' +
      'solve:{[parents] depth[parents]each til count parents}',
  }),
  problem({
    id: 'spanning-tree',
    level: 3,
    statement:
      'Nodes 0 to n-1 and edges with costs connect all nodes. Give the lowest total cost of ' +
      'edges ' +
      'that still do.',
    takes: { n: 'long', edges: 'long list list', costs: 'long list' },
    gives: 'long',
    draw: (random) => {
      const tree = upTo(5).map((one) => [random.integer(0, one), one + 1])
      const more = edges(random, 6, [2, 6]).filter(
        ([a, b]) => !tree.some(([c, d]) => a === c && b === d),
      )
      const list = random.shuffle([...tree, ...more])
      return [6, list, costs(random, list)]
    },
    edges: [[3, digits('01 12 02'), [5, 1, 2]]],
    reference: (n, list, prices) => {
      const kept: number[][] = []
      let total = 0
      const order = list.map((_, at) => at).sort((a, b) => (prices[a] ?? 0) - (prices[b] ?? 0))
      for (const at of order) {
        const edge = [...(list[at] ?? [])]
        if (components(n, [...kept, edge]) === components(n, kept)) continue
        kept.push(edge)
        total += prices[at] ?? 0
      }
      return total
    },
    solution:
      'solve:{[n;edges;costs] c:til n;t:0;o:iasc costs;i:0;\n' +
      '  while[i<count o;e:edges o i;\n' +
      '    if[not(c e 0)=c e 1;t+:costs o i;c:@[c;where c=c e 1;:;c e 0]];i+:1];t}',
    wrong: 'solve:{[n;edges;costs] sum(n-1)#costs iasc costs}',
  }),
  problem({
    id: 'longest-chain',
    level: 3,
    statement:
      'Edges go from a lower to a higher node of 0 to n-1. Give the largest number of edges on ' +
      'one ' +
      'way.',
    takes: GRAPH,
    gives: 'long',
    draw: (random) => [7, edges(random, 7, [4, 11])],
    edges: [
      [3, digits('02')],
      [4, digits('01 12 23 03')],
    ],
    reference: (n, list) => {
      const longest = (node: number): number =>
        Math.max(0, ...list.filter(([from]) => from === node).map(([, to = n]) => 1 + longest(to)))
      return Math.max(...upTo(n).map(longest))
    },
    solution:
      'solve:{[n;edges] l:n#0;i:0;\n' +
      '  while[i<n;t:edges[;0]where i=edges[;1];l[i]:max 0,1+l t;i+:1];max l}',
    wrong: 'solve:{[n;edges] l:n#0;i:0;\n  while[i<n;l[i]:count where i=edges[;1];i+:1];max l}',
  }),
])
