/** Guards that files are written completely or not at all, and that pipes stay pipes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openText } from './write-text.ts'

const scratch = mkdtempSync(join(tmpdir(), 'write-text-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function pipe(name: string): string {
  const path = join(scratch, name)
  execFileSync('mkfifo', [path])
  return path
}

it('gives a file its name when it is complete', async () => {
  const path = join(scratch, 'folder', 'a.txt')
  const file = await openText(path)
  await file.write('one\n')
  expect(existsSync(path)).toBe(false)
  await file.close()
  expect(readFileSync(path, 'utf8')).toBe('one\n')
  const other = await openText(path)
  await other.write('two\n')
  await other.abandon()
  expect([readFileSync(path, 'utf8'), existsSync(`${path}.part`)]).toEqual(['one\n', false])
})

it('writes into a pipe, also through a link, and does not replace it', async () => {
  const path = pipe('pipe')
  const link = join(scratch, 'link')
  symlinkSync(path, link)
  const copy = join(scratch, 'copy')
  const reader = spawn('sh', ['-c', `cat ${path} > ${copy}`])
  const file = await openText(link)
  await file.write('one\n')
  await file.close()
  await once(reader, 'close')
  expect(readFileSync(copy, 'utf8')).toBe('one\n')
  expect(lstatSync(path).isFIFO()).toBe(true)
})

it('rejects with the path if a write fails', async () => {
  const path = pipe('closed')
  spawn('sh', ['-c', `head -c 1 ${path}`])
  const file = await openText(path)
  const writeOn = async (): Promise<void> => {
    for (;;) await file.write('x'.repeat(100_000))
  }
  await expect(writeOn()).rejects.toMatchObject({ code: 'EPIPE', path })
  await expect(file.close()).rejects.toThrow('EPIPE')
  await file.abandon()
})
