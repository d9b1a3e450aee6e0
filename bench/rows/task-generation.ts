import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { built } from '../support/built.ts'
import { builtData } from '../support/built-server.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, type Row, row } from '../support/row.ts'

const TASKS = 2_000

/** Generates tasks of the shipped worlds, in their written form. */
export const taskGeneration: Bench = async ({ rounds }) => {
  const phone = await built('sim/phone/tasks')
  const math = await built('sim/math/problems/tasks')
  const { dataSets } = await builtData()
  const set = dataSets.find(({ environment }) => environment === 'phone-call-v2')
  if (set === undefined) throw new Error('there is no data of the phone world in data/')
  const phoneWorld = set.world as unknown as PhoneWorld
  const mathWorld = { format: 1, seed: 1 } as const
  return [
    measure('task generation', rounds, () => phone.generateSplit(phoneWorld, 'train', TASKS)),
    measure('task generation, mathematics', rounds, () =>
      math.generateSplit(mathWorld, 'train', TASKS),
    ),
  ]
}

function measure(name: string, rounds: number, generate: () => readonly object[]): Row {
  let bytes = 0
  const seconds = fastest(rounds, () => {
    for (const task of generate()) bytes += JSON.stringify(task).length
  })
  const perSecond = TASKS / seconds
  return row({
    name,
    figures: { tasks_per_second: perSecond },
    gate: { what: 'tasks per second', value: perSecond, goal: 5_000, better: 'more' },
    note: `splits of ${TASKS}, ${Math.round(bytes / (TASKS * (rounds + 1)))} bytes a task`,
  })
}
