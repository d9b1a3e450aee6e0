import { closeSync, openSync } from 'node:fs'
import { PythonProcess } from './python/process.ts'
import { runProcess } from './q-process.ts'

/** Starts processes while no file descriptor is free, and prints how they ended. */
const descriptors: number[] = []
try {
  for (;;) descriptors.push(openSync('/dev/null', 'r'))
} catch {
  // All are in use.
}
const world = { module: 'm', folder: '/', python: 'python3', workers: 1, deadlineMs: 1_000 }
const python = new PythonProcess(
  { ...world, memoryMegabytes: 100, environment: {} },
  { isStrict: false, hashSeed: 0 },
  60_000,
  () => undefined,
)
const q = runProcess(
  {
    ...{ path: 'true', args: [], folder: '/', environment: {}, mark: '' },
    ...{ startMs: 60_000, timeoutMs: 60_000, outputBytesMax: 100 },
  },
  new AbortController().signal,
)
const { status } = await python.hello
const reason = await q.then(String, (error: Error) => error.message)
for (const descriptor of descriptors) closeSync(descriptor)
process.stdout.write(`${status}, ${python.failure}, ${reason}`)
