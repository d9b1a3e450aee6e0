import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { built } from '../support/built.ts'
import { builtData } from '../support/built-server.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, row } from '../support/row.ts'

const TASKS = 2_000

/** Making tasks of the shipped world, written out as the generator writes them. */
export const taskGeneration: Bench = async ({ rounds }) => {
  const { generateSplit } = await built('sim/phone/tasks')
  const { dataSets } = await builtData()
  const phone = dataSets.find((set) => set.environment === 'phone-call-v1')
  if (phone === undefined) throw new Error('there is no data of the phone world in data/')
  const world = phone.world as unknown as PhoneWorld
  let bytes = 0
  const seconds = fastest(rounds, () => {
    for (const task of generateSplit(world, 'train', TASKS)) bytes += JSON.stringify(task).length
  })
  const perSecond = TASKS / seconds
  return [
    row({
      name: 'task generation',
      figures: { tasks_per_second: perSecond },
      gate: { what: 'tasks per second', value: perSecond, goal: 5_000, better: 'more' },
      note: `splits of ${TASKS}, ${Math.round(bytes / (TASKS * (rounds + 1)))} bytes a task`,
    }),
  ]
}
