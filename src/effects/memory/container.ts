import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { posix } from 'node:path'

/** Reads a small system file. Returns undefined if it does not exist. */
type ReadFile = (path: string) => string | undefined

/** Where the two versions of control groups are mounted. */
const UNIFIED = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified']
const MEMORY = '/sys/fs/cgroup/memory'

function readSystem(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}

/**
 * The memory that this process may use, in bytes. This is the lowest limit of its control groups
 * (version 1 and 2) and their ancestors, or the machine's memory if that is less.
 */
export function memoryLimit(readFile: ReadFile = readSystem, machineBytes = totalmem()): number {
  const limits = limitFiles(readFile('/proc/self/cgroup') ?? '')
    // "max" and empty text are no limits.
    .map((file) => Number.parseInt(readFile(file) ?? '', 10))
    .filter((bytes) => bytes > 0)
  return Math.min(machineBytes, ...limits)
}

/** The files that may hold a limit for a process, from the lines of its `/proc/self/cgroup`. */
function limitFiles(groups: string): string[] {
  return groups.split('\n').flatMap((line) => {
    const [id, controllers = '', ...pathParts] = line.split(':')
    // A path may contain colons. Inside a container it may be the host's path.
    const folders = upwards(pathParts.join(':'))
    if (id === '0' && controllers === '') {
      return UNIFIED.flatMap((root) =>
        folders.flatMap((folder) => [
          `${root}${folder}/memory.max`,
          `${root}${folder}/memory.high`,
        ]),
      )
    }
    if (!controllers.split(',').includes('memory')) return []
    return folders.map((folder) => `${MEMORY}${folder}/memory.limit_in_bytes`)
  })
}

/** A folder and its ancestors without trailing slashes: `/a/b`, `/a` and the empty text. */
function upwards(path: string): string[] {
  const parts = posix.normalize(`/${path}`).split('/').filter(Boolean)
  return Array.from({ length: parts.length + 1 }, (_, cut) =>
    parts
      .slice(0, parts.length - cut)
      .map((part) => `/${part}`)
      .join(''),
  )
}
