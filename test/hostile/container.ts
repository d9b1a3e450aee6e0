import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './line.ts'

/** A control group whose memory is limited, as that of a container is. */
export interface Container {
  /** Words for a server's process that has it enter the group as it starts. */
  readonly words: readonly string[]
  /** Takes the group away, once its processes have ended. */
  remove(): Promise<void>
}

/** Where groups are made, and the file with their limit, in both versions. */
const KINDS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
] as const
const REMOVALS_MAX = 50
let made = 0

/** Makes a group; undefined where this user may not, such as in most containers. */
export function makeContainer(megabytes: number): Container | undefined {
  for (const { root, limit } of KINDS) {
    const folder = join(root, `backchannel-hostile-${process.pid}-${made++}`)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    try {
      writeFileSync(join(folder, limit), `${megabytes * 1024 ** 2}`)
      readFileSync(join(folder, limit))
      return {
        words: ['--import', entering(join(folder, 'cgroup.procs'))],
        remove: () => remove(folder),
      }
    } catch {
      rmdirSync(folder)
    }
  }
  return undefined
}

/** A module that moves its process into a group. */
const entering = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(file)}, '0')`,
  )}`

async function remove(folder: string): Promise<void> {
  for (let tries = 0; tries < REMOVALS_MAX; tries++) {
    try {
      rmdirSync(folder)
      return
    } catch {
      await pause(100)
    }
  }
}
