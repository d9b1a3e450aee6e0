import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { main } from '../../src/cli/main.ts'

/** What a command line printed and how it ended. */
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
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await main(words)
    return { out, err, code: Number(process.exitCode ?? 0) }
  } finally {
    process.exitCode = before
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

const ENTRY = new URL('../../src/cli/main.ts', import.meta.url).href
const PROGRAM = `import { main } from '${ENTRY}'; await main(process.argv.slice(1))`

/** The program from its sources, as a process of its own. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts a command line as a process of its own, from the sources. */
export function spawnCommand(words: readonly string[], cwd?: string): Child {
  const loader = fileURLToPath(import.meta.resolve('tsx'))
  const node = ['--import', loader, '--input-type=module', '--eval', PROGRAM, '--', ...words]
  const at = cwd === undefined ? {} : { cwd }
  // Settings of whoever runs the tests must not reach the program under test.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('BACKCHANNEL_'))
  const env = Object.fromEntries(own)
  return spawn(process.execPath, node, { ...at, env, stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Waits for a process to end; `input` is what it reads. */
export async function finished(child: Child, input?: string): Promise<Ran> {
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  if (input !== undefined) child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { out, err, code: code ?? -1 }
}

/** Waits until a served server says where it listens. */
export async function listening(child: Child): Promise<string> {
  let out = ''
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout) {
    out += text
    const url = /^listening on (\S+)$/m.exec(out)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`the server did not start: ${out}`)
}
