// Guards that options with the same meaning have the same name in every command.
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { outdatedNames } from './former-names.ts'
import { buildProgram } from './main.ts'

const named = async (name: string): Promise<Command> => {
  const { commands } = await buildProgram([name])
  return commands.find((command) => command.name() === name) as Command
}

it('shows no command with an option under a former name', async () => {
  const { commands } = await buildProgram([])
  expect(commands.length).toBeGreaterThan(20)
  const outdated: string[] = []
  for (const command of commands) outdated.push(...outdatedNames(await named(command.name())))
  expect(outdated).toEqual([])
})

it('takes a former name for the present one', async () => {
  const rollout = await named('rollout')
  rollout.parseOptions(['--episodes', '7'])
  expect(rollout.opts()).toMatchObject({ count: 7 })
  rollout.parseOptions(['--count', '8'])
  expect(rollout.opts()).toMatchObject({ count: 8 })
  expect(rollout.helpInformation()).not.toContain('--episodes')
  const exported = await named('export')
  exported.parseOptions(['--output', 'x.jsonl'])
  expect(exported.opts()).toMatchObject({ out: 'x.jsonl' })
})
