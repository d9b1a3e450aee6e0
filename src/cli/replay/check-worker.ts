import type { LogFileRow } from '../../datasets/log-file.ts'
import type { ReplayReport } from '../../wire/results.ts'
import { verifyLog, worldParser } from '../logs/verify.ts'

/** The log of one episode. */
export interface CheckedLog {
  readonly id: string
  readonly rows: readonly LogFileRow[]
}

/** Logs to check, and their worlds in memory that all threads share. */
export interface CheckJob {
  readonly logs: readonly CheckedLog[]
  readonly worlds: ReadonlyMap<string, Uint8Array>
}

let jobWorlds: CheckJob['worlds'] = new Map()

/** Each world is parsed once per thread, however many jobs refer to it. */
const findWorld = worldParser(async (hash) => {
  const bytes = jobWorlds.get(hash)
  // TextDecoder cannot read shared memory.
  return bytes === undefined ? undefined : new TextDecoder().decode(Uint8Array.from(bytes))
})

/** Checks logs in this thread, in order. */
export default async function check({ logs, worlds }: CheckJob): Promise<readonly ReplayReport[]> {
  jobWorlds = worlds
  const reports: ReplayReport[] = []
  for (const { id, rows } of logs) reports.push(await verifyLog(id, rows, findWorld))
  return reports
}
