import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isTest, pathsUnder, ROOT } from '../tidy/files.ts'
import type { Ran } from './run-command.ts'

const ENTRY = new URL('../../src/cli/main.ts', import.meta.url).href
const MAIN = 'await main(process.argv.slice(2))'
const FROM_SOURCES = `import { main } from '${ENTRY}'; await main(process.argv.slice(1))`

/** The built program, if no source is newer: it starts in a tenth of the time. */
const BUILT = join(ROOT, 'dist/program/main.js')

let known: boolean | undefined
const isBuilt = (): boolean => {
  known ??= compared()
  return known
}

function compared(): boolean {
  if (!existsSync(BUILT)) return false
  const builtMs = statSync(BUILT).mtimeMs
  const sources = pathsUnder('src').filter((path) => !isTest(path))
  return sources.every((path) => statSync(join(ROOT, path)).mtimeMs < builtMs)
}

/** A script that runs the program, for tests that start it indirectly. */
export function programScript(): string {
  const loader = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register()`
  const entry = isBuilt() ? pathToFileURL(BUILT).href : ENTRY
  const lines = ['#!/usr/bin/env node', isBuilt() ? '' : loader]
  return [...lines, `const { main } = await import('${entry}')`, MAIN, ''].join('\n')
}

function programWords(): string[] {
  if (isBuilt()) return [join(ROOT, 'bin/backchannel')]
  const loader = fileURLToPath(import.meta.resolve('tsx'))
  return ['--import', loader, '--input-type=module', '--eval', FROM_SOURCES, '--']
}

/** Starts the program as a separate process. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts a command line as a separate process, with additional environment variables. */
export function spawnCommand(
  words: readonly string[],
  cwd?: string,
  variables: Readonly<Record<string, string>> = {},
): Child {
  const spawnFolder = cwd === undefined ? {} : { cwd }
  // The settings of the person who runs the tests must not reach the program under test.
  const otherVariables = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('BACKCHANNEL_'),
  )
  const env = { ...Object.fromEntries(otherVariables), ...variables }
  return spawn(process.execPath, [...programWords(), ...words], {
    ...spawnFolder,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Waits for a process to end. `input` is its standard input. */
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
