import { existsSync, readFileSync } from 'node:fs'

/** One round of a server's event loop, in which everybody else had to wait. */
export interface Round {
  /** Its end, by the clock of this process. */
  readonly atMs: number
  /** Processor time of the server's own work. */
  readonly tookMs: number
}

interface WrittenRound extends Round {
  readonly fromMs: number
  /** Taken by the host of a virtual machine, which its kernel takes for the thread's own. */
  readonly lostMs: number
}

/** A collection of garbage. Times of the file are those of the wall. */
interface Collection {
  readonly fromMs: number
  readonly toMs: number
}

/** Words for a server's process that has its longer rounds written to a file. */
export const roundsWords = (file: string): string[] => [
  '--import',
  `${new URL('write-rounds.mjs', import.meta.url)}?out=${encodeURIComponent(file)}`,
]

/** Every round that has been written by now, without what was lost and collections of garbage. */
export function readRounds(file: string): Round[] {
  if (!existsSync(file)) return []
  const collections: Collection[] = []
  const rounds: WrittenRound[] = []
  for (const text of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const line = JSON.parse(text) as WrittenRound | { readonly collection: Collection }
    if ('collection' in line) collections.push(line.collection)
    else rounds.push(line)
  }
  return rounds.map((round) => {
    const { atMs, tookMs, lostMs } = round
    const ownMs = Math.max(0, tookMs - lostMs - collectedMs(round, collections))
    return { atMs: atMs - performance.timeOrigin, tookMs: ownMs }
  })
}

/** How long garbage was collected within a round. */
function collectedMs({ fromMs, atMs }: WrittenRound, collections: readonly Collection[]): number {
  let sum = 0
  for (const one of collections) {
    sum += Math.max(0, Math.min(atMs, one.toMs) - Math.max(fromMs, one.fromMs))
  }
  return sum
}
