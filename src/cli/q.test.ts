/** Guards the console, scripts and JSON lines of the command q: what they print, how they end. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import type { Ran } from '../../test/support/run-command.ts'
import { createSession } from '../sim/q/index.ts'
import { runConsole } from './q/console.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-q-'))
afterAll(() => rmSync(folder, { recursive: true }))

const q = (words: readonly string[], input: string): Promise<Ran> =>
  finished(spawnCommand(['q', ...words]), input)

/** The console's output for some lines, with prompts, and its exit code. */
async function typed(...lines: readonly string[]): Promise<[string, number]> {
  return await typedOn(undefined, lines)
}

const GIVE_UP = '^C'

async function typedOn(
  size: readonly [number, number] | undefined,
  lines: readonly string[],
): Promise<[string, number]> {
  let leave = (): void => {}
  let text = ''
  const add = (more: string): void => {
    text += more
  }
  const source = (async function* () {
    for (const line of lines) {
      if (line === GIVE_UP) leave()
      else yield line
    }
  })()
  const exit = await runConsole(createSession(), {
    lines: source,
    prompt: add,
    write: add,
    size: () => size,
    onLeave: (callback) => {
      leave = callback
    },
  })
  return [text, exit]
}

it('asks for the rest of an entry that is open', async () => {
  expect(await typed('f:{', 'x+1', '}', 'f 2')).toEqual(['q)    q)3\nq)', 0])
})

it('gives up on an open entry at an empty line, and goes on after an error', async () => {
  const [text] = await typed('(1;', '', '1+1')
  expect(text).toBe("q)  '(\n  [0]  (1;\n       ^\nq)2\nq)")
})

it('leaves an open entry, and not the program, when it is given up', async () => {
  const [text, exit] = await typed('f:{', GIVE_UP, '2+3')
  expect([text, exit]).toEqual(['q)  \nq)5\nq)', 0])
})

it('is as large as the screen until the program says otherwise', async () => {
  const [text] = await typedOn([30, 40], ['til 30', '\\c', '\\c 25 20', 'til 30'])
  expect(text).toContain('0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15..\n')
  expect(text).toContain('30 40i\n')
  expect(text).toContain('0 1 2 3 4 5 6 7 8..\n')
})

it('shows the namespace in its prompt, times entries, and ends when told to', async () => {
  const [text, exit] = await typed('\\d .ab', '\\t 1+1', 'exit 3', '1')
  expect(text).toMatch(/^q\)q\.ab\)\d+\nq\.ab\)$/)
  expect(exit).toBe(3)
})

it('runs a script and ends with its code', async () => {
  const file = join(folder, 'a.q')
  writeFileSync(file, 'x:3\nx*2\n-1"done";\nexit 0\n')
  expect(await q([file], '')).toMatchObject({ out: '6\ndone\n', err: '', code: 0 })
  writeFileSync(file, 'f:{x+`a}\nf 1\n-1"never";\n')
  const { out, err, code } = await q([file], '')
  expect([out, code]).toEqual(['', 1])
  expect(err).toBe("'type\n  [1]  f:{x+`a}\n           ^\n")
})

it('loads scripts of the disk, but no other files, and none for requests', async () => {
  const [inner, outer, secret] = ['inner.q', 'outer.q', 'a.txt'].map((name) => join(folder, name))
  writeFileSync(inner as string, 'double:{2*x}\n')
  writeFileSync(outer as string, `\\l ${inner}\nx:double 4\n`)
  writeFileSync(secret as string, 'x:5\n')
  const { out } = await q([], `\\l ${outer}\nx\n\\l ${secret}\nx\n\\l ${folder}/none.q\n`)
  expect(out).toContain('8\n')
  expect(out).toContain(`'${secret}. OS reports: No such file or directory`)
  expect(out).toContain(`none.q. OS reports: No such file or directory`)
  const request = JSON.stringify({ op: 'eval', code: `\\l ${outer}` })
  expect((await q(['--jsonl'], `${request}\n`)).out).toContain('No such file or directory')
})

it('answers JSON lines, a fresh workspace after each reset', async () => {
  const lines = ['a:1', 'a', 'b'].map((code) => JSON.stringify({ op: 'eval', code }))
  const { out, code } = await q(['--jsonl'], `${lines.join('\n')}\n{"op":"reset"}\n${lines[1]}\n`)
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { output: '', error: null },
    { output: '1\n', error: null },
    { output: '', error: 'b' },
    { ok: true },
    { output: '', error: 'a' },
  ])
  expect(code).toBe(0)
})

it('refuses a script together with requests', async () => {
  const { out, err, code } = await q(['none.q', '--jsonl'], '{"op":"eval","code":"1"}\n')
  expect([out, code]).toEqual(['', 2])
  expect(err).toContain('error: --jsonl runs requests only, not the script none.q\nLeave out')
})

it('lets calls nest deep where the program is built', async () => {
  const program = fileURLToPath(new URL('../../bin/backchannel', import.meta.url))
  const child = spawn(process.execPath, [program, 'q', '--jsonl'], { stdio: 'pipe' })
  const codes = ['f:{$[x=0;0;1+f x-1]};f 4000', 'f:{$[x=0;0;1+first f each enlist x-1]};f 2000']
  const lines = [...codes, 'f:{1+f x};f 0'].map((code) => JSON.stringify({ op: 'eval', code }))
  const { out, code } = await finished(child, `${lines.join('\n')}\n`)
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.map(({ output, error }) => error ?? output)).toEqual(['4000\n', '2000\n', 'stack'])
  expect(code).toBe(0)
})
