import { perSplit, stream, z } from 'backchannel-rl/env'

export const taskSchema = z.strictObject({
  id: z.string(),
  split: z.string(),
  index: z.int(),
  seed: z.int(),
  difficulty: z.int(),
  number: z.int(),
})

export const worldSchema = z.strictObject({ seed: z.int(), highest: z.int() })

function makeTask({ seed, highest }, split, index) {
  const id = `${split}-${String(index).padStart(6, '0')}`
  const number = stream(seed, index, `number-${split}`).integer(1, highest)
  return { id, split, index, seed: index, difficulty: 1, number }
}

export const data = {
  schema: worldSchema,
  parse: (_, [world]) => world,
  generate: {
    name: 'my-world',
    version: 1,
    sizes: { train: 200, val: 50, test: 50 },
    options: z.strictObject({
      highest: z.int().min(1_000).max(16_000).default(1_000).describe('the highest number'),
    }),
    make({ seed, sizes, options, onTask }) {
      const world = { seed, highest: options.highest }
      const tasks = perSplit((split) =>
        Array.from({ length: sizes[split] }, (_, index) => {
          onTask()
          return makeTask(world, split, index)
        }),
      )
      return { tasks, files: new Map([['world.json', `${JSON.stringify(world)}\n`]]) }
    },
  },
  stream: (world, index) => makeTask(world, 'stream', index),
}
