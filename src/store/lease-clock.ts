import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const NANOSECONDS = 1_000_000n

/** The difference of the machine's monotonic clock to that of this process, in milliseconds. */
const AHEAD_MS = Number(process.hrtime.bigint() / NANOSECONDS) - performance.now()

/**
 * The machine's monotonic clock, in whole milliseconds. It never jumps, continues over restarts of
 * a process, and is the same for all processes of the machine.
 */
export const leaseMs = (): number => Math.floor(AHEAD_MS + performance.now())

/**
 * Identifies the lease clock; times of another clock cannot be compared. It changes when the
 * machine restarts, or when the process restarts if the system has no boot id.
 */
export const leaseClock: string = nameOfStart()

function nameOfStart(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return randomUUID()
  }
}
