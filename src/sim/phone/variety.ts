import { stream } from '../random.ts'
import { answer, type Desk } from './department.ts'
import { type Variety, varietyOf } from './grammar/measures.ts'
import { sayOpening } from './opening.ts'
import { CLEARANCE } from './services.ts'
import { sayAnswer } from './speech.ts'
import type { PhoneTask } from './task.ts'
import { companyOf, lineOf, type PhoneWorld } from './world.ts'

/** How varied the people of a world speak. */
export interface PhoneVariety {
  readonly employees: Variety
  readonly customers: Variety
}

/** After so many tasks more than enough was said to be measured. */
const TASKS_MAX = 500

/** Measures the openings of tasks, and at each required department a refusal and a success. */
export function phoneVariety(tasks: readonly PhoneTask[], world: PhoneWorld): PhoneVariety {
  const some = tasks.slice(0, TASKS_MAX)
  return {
    employees: varietyOf(some.flatMap((task) => callsOf(task, world))),
    customers: varietyOf(
      some.map((task) =>
        sayOpening(task, companyOf(world, task.company), stream(task.seed, 0, 'opening')),
      ),
    ),
  }
}

const REFERENCE = 'R000000'

/** What is heard at the required departments, without any details and with all of them. */
function callsOf(task: PhoneTask, world: PhoneWorld): string[] {
  const { values: known, missing: lacking } = task.customer
  const done: Record<string, string> = {}
  return task.required_calls.flatMap((id, at) => {
    const line = lineOf(world, id)
    const own = task.goals.find(({ department }) => department === id)
    const desk: Desk = {
      ...{ line, known, lacking, done, company: companyOf(world, task.company) },
      ...{ alsoRequired: [], rows: [], held: [], wrongBefore: 0 },
      part: own === undefined ? 'clearance' : 'service',
    }
    const service = own?.service ?? CLEARANCE
    const referenceNumber = done[line.department.hidden.reference_from ?? ''] ?? ''
    const texts = [{}, known].map((given, call) => {
      const input = { service, given, unavailable: lacking, referenceNumber }
      const random = stream(task.seed, at, `csr-${call}`)
      const { greeting, news, goodbye } = sayAnswer(answer(input, desk), line, REFERENCE, random)
      return [greeting, ...news, ...goodbye].join('\n')
    })
    done[id] = REFERENCE
    return texts
  })
}
