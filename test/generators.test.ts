// Guards generators of data: each task is reported when it is made, so that progress is shown.
import { expect, it } from 'vitest'
import { ENVIRONMENTS } from '../src/env/registry.ts'
import type { JsonObject } from '../src/sim/json.ts'

const GENERATED = ENVIRONMENTS.filter(({ data }) => data.generate !== undefined)

it.each(GENERATED.map((one) => [one.id, one] as const))('%s reports each task', (_, { data }) => {
  const generate = data.generate as NonNullable<typeof data.generate>
  const sizes = { train: 3, val: 2, test: 1 }
  let reported = 0
  const onTask = (): void => {
    reported += 1
  }
  const options = generate.options.parse({}) as JsonObject
  const { tasks } = generate.make({ seed: 1, sizes, options, onTask })
  const made = Object.values(tasks).flat().length
  expect([made > 0, reported]).toEqual([true, made])
})
