import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the databases of one bench. */
export interface Scratch {
  file(name: string): string
  remove(): void
}

/** Makes it under `BENCH_DIR`, else under the system's folder for temporary files. */
export function scratchFolder(): Scratch {
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'backchannel-bench-'))
  return {
    file: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
