// Guards that the commands by which presets begin work in a folder where nothing was made before.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { finished, spawnCommand } from './support/command-process.ts'

const PRESETS = new URL('../presets', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'backchannel-presets-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The commands in the comment that a preset begins with, but for the training itself. */
function commandsOf(preset: string): string[] {
  const lines = readFileSync(join(PRESETS, preset), 'utf8').split('\n')
  return lines
    .flatMap((line) => /^# {3}backchannel (.*)$/.exec(line)?.[1] ?? [])
    .filter((command) => !command.startsWith('train '))
}

const presets = readdirSync(PRESETS).filter((name) => name.endsWith('.yaml'))
const all = [...new Set(presets.flatMap(commandsOf))]
/** Those that read a public data set, which has to be fetched first. */
const needsFile = (command: string): boolean => /--chat |attempts\.jsonl/.test(command)

/** Words as a shell would split them; the settings are in single quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

describe('the first commands of presets', () => {
  it('are there for each', () => {
    for (const preset of presets)
      expect([preset, commandsOf(preset).length > 0]).toEqual([preset, true])
  })

  it.each(all.filter((command) => !needsFile(command)))('%s', async (command) => {
    // A few tasks stand for all.
    const few = command.startsWith('rollout ') ? ['--episodes', '5'] : ['--count', '5']
    const { err, code } = await finished(spawnCommand([...wordsOf(command), ...few], folder))
    expect([code, err]).toEqual([0, expect.not.stringMatching(/^error/)])
  })
})
