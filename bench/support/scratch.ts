import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the databases of a benchmark. */
export interface Scratch {
  file(name: string): string
  remove(): void
}

/** Creates it in `BENCH_DIR`, otherwise in the system's folder for temporary files. */
export function scratchFolder(): Scratch {
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'backchannel-bench-'))
  return {
    file: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
