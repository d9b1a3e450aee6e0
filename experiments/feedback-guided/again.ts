import { recordKey } from './job.ts'
import type { RunRecord } from './one-run.ts'

/** A record as text, without the time that it took. */
const textOf = (record: RunRecord): string =>
  JSON.stringify(record, (name, value) => (name === 'cpu_seconds' ? undefined : value))

/**
 * Compares runs that are played once more with their records, to the last digit.
 *
 * @param play hands out the record of each run as soon as it is there
 * @returns how many runs came out other than their records say
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
