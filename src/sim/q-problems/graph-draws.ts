import type { RandomStream } from '../random.ts'

/** Pairs of nodes. */
type Edges = readonly (readonly number[])[]

/** Edges between different nodes, none twice. */
export function edges(
  random: RandomStream,
  nodes: number,
  count: readonly [number, number],
): number[][] {
  const all = Array.from({ length: nodes }, (_, to) =>
    Array.from({ length: to }, (__, from) => [from, to]),
  ).flat()
  return random.sample(all, random.integer(...count))
}

/** The same with a direction. */
export const arrows = (random: RandomStream, nodes: number, count: readonly [number, number]) =>
  edges(random, nodes, count).map((edge) => (random.chance(0.5) ? edge : [...edge].reverse()))

/** Edges along all nodes from 0 to the last in some order. Occasionally one is missing. */
export function chain(random: RandomStream, nodes: number): number[][] {
  const between = random.shuffle(upTo(nodes).slice(1, -1))
  const order = [0, ...between, nodes - 1]
  const all = order.slice(1).map((to, at) => [order[at] as number, to])
  const gap = random.integer(0, 3 * nodes)
  return random.shuffle(all.filter((_, at) => at !== gap))
}

/** Every edge in both directions. */
export const bothDirections = (list: Edges): number[][] =>
  list.flatMap(([a = 0, b = 0]) => [
    [a, b],
    [b, a],
  ])

/** The reachable nodes, with their number of steps. */
export function distances(list: Edges, start: number): Map<number, number> {
  const found = new Map([[start, 0]])
  for (const [node, far] of found) {
    for (const [from, to = 0] of list) {
      if (from === node && !found.has(to)) found.set(to, far + 1)
    }
  }
  return found
}

/** The whole numbers from 0 up to a count. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** The number of connected components of a graph with n nodes. */
export function components(n: number, list: Edges): number {
  const parts = upTo(n)
  const partOf = (node: number): number => {
    let part = node
    while (parts[part] !== part) part = parts[part] ?? part
    return part
  }
  for (const [a = 0, b = 0] of list) parts[partOf(a)] = partOf(b)
  return new Set(upTo(n).map(partOf)).size
}

/** A cost for every edge. */
export const costs = (random: RandomStream, list: Edges): number[] =>
  list.map(() => random.integer(1, 9))

/** The lowest costs from a node, by relaxing all edges once per node. */
export function cheapest(
  n: number,
  list: Edges,
  prices: readonly number[],
  start: number,
): number[] {
  const best = upTo(n).map((node) => (node === start ? 0 : Infinity))
  for (let round = 0; round < n; round++) {
    list.forEach(([a = 0, b = 0], at) => {
      best[b] = Math.min(best[b] ?? 0, (best[a] ?? 0) + (prices[at] ?? 0))
    })
  }
  return best
}

/** The arguments of a problem about a graph. */
export const GRAPH = { n: 'long', edges: 'long list list' }
