/** Guards that a server lives when no file descriptor is free for a worker's process. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const FIXTURE = fileURLToPath(new URL('./no-descriptors.fixture.ts', import.meta.url))

it('reports that a process could not be created', async () => {
  const loader = import.meta.resolve('tsx')
  const script = 'ulimit -n 80; exec "$0" --import "$1" "$2"'
  const words = ['-c', script, process.execPath, loader, FIXTURE]
  const { stdout } = await promisify(execFile)('bash', words)
  expect(stdout).toBe('died, spawn python3 EMFILE, spawn true EMFILE')
})
