import { existsSync, readFileSync } from 'node:fs'

/** One round of a server's event loop, in which everybody else had to wait. */
export interface Round {
  /** Its end, by the clock of this process. */
  readonly atMs: number
  /** Processor time of the server's own work. */
  readonly tookMs: number
}

interface WrittenRound extends Round {
  /** Taken by the host of a virtual machine, which its kernel takes for the thread's own. */
  readonly lostMs: number
  readonly garbageMs: number
}

/** Words for a server's process that has its longer rounds written to a file. */
export const roundsWords = (file: string): string[] => [
  '--import',
  `${new URL('write-rounds.mjs', import.meta.url)}?out=${encodeURIComponent(file)}`,
]

/** What has been written by now. */
export function readRounds(file: string): Round[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => {
    const { atMs, tookMs, lostMs, garbageMs } = JSON.parse(line) as WrittenRound
    const ownMs = Math.max(0, tookMs - Math.max(0, lostMs) - garbageMs)
    return { atMs: atMs - performance.timeOrigin, tookMs: ownMs }
  })
}
