// Guards that conformance passes an honest world in Python and names what a cheating one does.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startWorldsHere } from '../../src/cli/python-worlds.ts'
import { builtInDataSets } from '../../src/datasets/built-in.ts'
import { checkConformance } from '../../src/env/conformance/contract.ts'
import { pythonWorldSettings } from '../../src/server/config/python-world.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

async function failuresOf(name: string): Promise<readonly string[]> {
  const settings = pythonWorldSettings.parse({ module: `cheating:${name}`, folder, workers: 1 })
  const worlds = await startWorldsHere([settings], true)
  try {
    const [environment] = worlds.environments
    const [data] = builtInDataSets(worlds.environments)
    const task = data?.task('train', 0)
    if (environment === undefined || data === undefined || task === undefined) throw new Error(name)
    const subject = { environment, world: data.world, tasks: [task], seed: 1 }
    return checkConformance(subject).flatMap(({ failures }) => failures)
  } finally {
    worlds.close()
  }
}

it('passes an honest world', async () => {
  expect(await failuresOf('Honest')).toEqual([])
})

it.each([
  ['Remembers', 'python/unsteady in step: answer.messages.0.content'],
  ['Chance', 'python/unsteady in step: answer.messages.0.content'],
  ['Clock', 'python/unsteady in step: answer.messages.0.content'],
  ['SetOrder', 'python/unsteady in step: answer.messages.0.content'],
  ['Measures', 'python/unsteady in measure: answer.closing.metrics.success'],
  ['InPlace', 'python/impure in score: score changes its arguments'],
])('finds what %s does, and where', async (name, finding) => {
  expect((await failuresOf(name)).join('\n')).toContain(finding)
})
