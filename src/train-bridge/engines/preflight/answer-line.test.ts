/** Guards that a probe of a machine reports correctly how a program without an answer ended. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runProbe } from './answer-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-answer-'))
afterAll(() => rmSync(folder, { recursive: true }))

const asked = (code: string, limitMs = 60_000): Promise<string> =>
  runProbe({ program: process.execPath, words: ['-e', code], mark: 'ANSWER ', limitMs })

const printed = (text: string): string => `process.stdout.write(${JSON.stringify(text)});`

const complained = (text: string): string => `process.stderr.write(${JSON.stringify(text)});`

describe('the answer', () => {
  it('is the text after the mark, even if other words precede it', async () => {
    expect(await asked(printed('one\nANSWER {"a": 1}\ntwo\n'))).toBe('{"a": 1}')
    expect(await asked(printed('a bar: 50 %ANSWER yes'))).toBe('yes')
    expect(await asked(`${printed('ANS')}setTimeout(() => {${printed('WER late\n')}}, 50)`)).toBe(
      'late',
    )
  })

  it('is found after any amount of other output', async () => {
    const noise = ['stdout', 'stderr'].map((end) => `process.${end}.write('x'.repeat(3_000_000));`)
    expect(await asked(`${noise.join('')}${printed('\nANSWER found\n')}`)).toBe('found')
  })

  it('is returned at once, even if the program continues', async () => {
    expect(await asked(`${printed('ANSWER early\n')}setInterval(() => {}, 1000)`)).toBe('early')
  })
})

describe('a program that does not answer', () => {
  it('is reported as slow only after its time limit', async () => {
    const waits = `${complained('asking the hub')}setInterval(() => {}, 1000)`
    await expect(asked(waits, 1_000)).rejects.toThrow('did not answer within 1 s')
  })

  it('is reported with the signal that ended it', async () => {
    const killed = `${complained('loading')}process.kill(process.pid, 'SIGKILL')`
    await expect(asked(killed)).rejects.toThrow(/was ended by SIGKILL/)
    const remedy = expect.stringContaining('memory')
    await expect(asked(killed)).rejects.toMatchObject({ remedy })
    await expect(asked('process.exitCode = 137')).rejects.toMatchObject({ remedy })
  })

  it('is reported with its exit code and last line', async () => {
    const failed = `${complained('first\nNo module named x')}process.exitCode = 3`
    await expect(asked(failed)).rejects.toThrow(
      'ended with code 3 and no answer: No module named x',
    )
    await expect(asked('')).rejects.toThrow('ended with code 0 and no answer')
  })

  it('is reported if it is missing or not executable', async () => {
    const program = join(folder, 'python')
    const question = { program, words: [], mark: 'ANSWER ', limitMs: 60_000 }
    await expect(runProbe(question)).rejects.toThrow('does not run: there is no such program')
    await expect(runProbe({ ...question, program: folder })).rejects.toThrow('EACCES')
  })
})
