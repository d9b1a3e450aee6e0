// Guards that the operator reads what a world printed, whole characters and last words included.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SERVED_VARIANT } from './options.ts'
import { PythonProcess } from './process.ts'

it('prints characters that arrive in pieces, and a last line without a line end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-python-'))
  const python = join(folder, 'python')
  const script = "printf '\\303'; sleep 0.2; printf '\\251t\\303\\251\\n'; printf 'last words' >&2"
  writeFileSync(python, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const world = { module: 'm', folder, python, workers: 1, deadlineMs: 1_000 }
  const printed: string[] = []
  const process = new PythonProcess(
    { ...world, memoryMegabytes: 100, environment: {} },
    SERVED_VARIANT,
    10_000,
    (line) => printed.push(line),
  )
  await process.ended
  await expect.poll(() => printed.toSorted()).toEqual(['last words', '\u00e9t\u00e9'])
  rmSync(folder, { recursive: true })
})
