import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WORKER = join('backchannel', 'world', 'worker.py')
/** Beside the sources, beside what was built of them, and in the folder of the program. */
const FOLDERS = ['src/train-bridge/python', 'python', 'dist/python']

/**
 * The script that a worker runs. It ships with the program, so worlds need no installed package.
 *
 * @throws Error if the file is missing from the installation
 */
export function workerScript(): string {
  for (let parent = dirname(fileURLToPath(import.meta.url)); ; parent = dirname(parent)) {
    for (const folder of FOLDERS) {
      const script = join(parent, folder, WORKER)
      if (existsSync(script)) return script
    }
    if (parent === dirname(parent)) throw new Error(`the program lacks its file ${WORKER}`)
  }
}
