const NANOSECONDS = 1_000_000n

/** What the monotonic clock of the machine is ahead of this process's, in milliseconds. */
const AHEAD_MS = Number(process.hrtime.bigint() / NANOSECONDS) - performance.now()

/**
 * The machine's clock since it was started, in milliseconds: it never jumps, all processes of a
 * machine share it, and it goes on over their restarts.
 */
export const leaseMs = (): number => AHEAD_MS + performance.now()
