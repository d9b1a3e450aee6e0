import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const NANOSECONDS = 1_000_000n

/** What the monotonic clock of the machine is ahead of this process's, in milliseconds. */
const AHEAD_MS = Number(process.hrtime.bigint() / NANOSECONDS) - performance.now()

/**
 * The machine's clock since it was started, in whole milliseconds: it never jumps, all processes of
 * a machine share it, and it goes on over their restarts.
 */
export const leaseMs = (): number => Math.floor(AHEAD_MS + performance.now())

/**
 * Which clock that is: times of another one mean nothing. It is another one after the machine was
 * started anew, and after each restart of the process where the system does not tell.
 */
export const leaseClock: string = nameOfStart()

function nameOfStart(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return randomUUID()
  }
}
