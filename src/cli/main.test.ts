/** Guards what all commands share: help with examples and exit codes, errors without stacks. */
import { expect, it } from 'vitest'
import { finished, spawnCommand } from '../../test/support/command-process.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { Fault } from '../wire/faults.ts'
import { reportFailure } from './errors.ts'
import { buildProgram } from './main.ts'

const names = (await buildProgram([])).commands.map((command) => command.name())

it('lists its commands', async () => {
  const { out, code } = await runCommand('--help')
  expect(code).toBe(0)
  for (const name of names) expect(out).toContain(`  ${name} `)
  expect((await runCommand('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it.each(names)('helps with %s', async (name) => {
  const { out, code } = await runCommand(name, '--help')
  expect(code).toBe(0)
  expect(out).toContain(`Usage: backchannel ${name}`)
  if (name !== 'db') expect(out).toMatch(/\nExamples:\n {2}(\$ )?backchannel .*\bExit codes: 0 /s)
})

it('uses exit code 2 for what it does not understand', async () => {
  for (const words of [['serv'], ['serve', '--prt', '1'], ['rollout'], ['fork'], ['db', 'chekc']]) {
    const { err, code } = await runCommand(...words)
    expect(code).toBe(2)
    expect(err).toMatch(/^error: /)
  }
})

it('prints defects without a stack, and faults of a server with their hint', () => {
  const told = (error: unknown): string => {
    const texts: string[] = []
    expect(reportFailure(error, (text) => texts.push(text))).toBe(2)
    return texts.join('')
  }
  expect(told(new TypeError('x is undefined'))).toBe('error: internal error: x is undefined\n')
  const fault = new Fault('env/unknown', 'there is no environment "x"', { hint: 'Known: y.' })
  expect(told(fault)).toBe('error: there is no environment "x" (env/unknown)\nKnown: y.\n')
  const missing = Object.assign(new Error('ENOENT: …'), { code: 'ENOENT', path: '/a/b' })
  expect(told(missing)).toBe('error: /a/b: there is no such file; check the path\n')
})

it('runs as a process of its own', async () => {
  const { out, code } = await finished(spawnCommand(['config', '--port', '0', '--json']))
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ port: 0, db: './var/backchannel.db' })
})
