import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'

/** The output of a command line, and its exit code. */
export interface Ran {
  readonly out: string
  readonly err: string
  readonly code: number
}

/** Runs a command line in this process. */
export async function runCommand(...words: string[]): Promise<Ran> {
  let out = ''
  let err = ''
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text)
    return true
  })
  const previousExitCode = process.exitCode
  process.exitCode = undefined
  try {
    await main(words)
    return { out, err, code: Number(process.exitCode ?? 0) }
  } finally {
    process.exitCode = previousExitCode
    stdout.mockRestore()
    stderr.mockRestore()
  }
}
