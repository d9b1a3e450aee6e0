import { recordKey } from './job.ts'
import type { RunRecord } from './one-run.ts'

/** A record as text, without its running time. */
const textOf = (record: RunRecord): string =>
  JSON.stringify(record, (name, value) => (name === 'cpu_seconds' ? undefined : value))

/**
 * Plays recorded runs again and compares them with their records, to the last digit.
 *
 * @param play calls back with the record of each run as soon as it exists
 * @returns the number of runs that differ from their records
 */
export async function playAgain(
  records: readonly RunRecord[],
  play: (onRecord: (record: RunRecord) => void) => Promise<void>,
  tell: (line: string) => void,
): Promise<number> {
  const before = new Map(records.map((record) => [recordKey(record), textOf(record)]))
  let others = 0
  await play((record) => {
    const isSame = textOf(record) === before.get(recordKey(record))
    if (!isSame) others += 1
    tell(`${recordKey(record)}: ${isSame ? 'identical to its record' : 'OTHER than its record'}`)
  })
  return others
}
