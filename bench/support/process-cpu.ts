import { readFileSync } from 'node:fs'

const MICROSECONDS_PER_TICK = 10_000

/** The CPU time of a running process, from the system, which counts hundredths of a second. */
export function processCpu(pid: number): number {
  // The name in brackets may contain anything, so skip to its end.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\))/)
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * MICROSECONDS_PER_TICK
}

/** The processes that a process has started, directly or indirectly. */
function listDescendants(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const children = text === '' ? [] : text.split(' ').map(Number)
  return children.flatMap((child) => [child, ...listDescendants(child)])
}

/** The CPU time of all running processes that a process has started. */
export const descendantsCpu = (pid: number): number =>
  listDescendants(pid).reduce((sum, each) => sum + processCpu(each), 0)
