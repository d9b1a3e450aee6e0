import { stream } from '../random.ts'
import { answer, type Desk } from './department.ts'
import { measureVariety, type Variety } from './grammar/measures.ts'
import { sayOpening } from './opening.ts'
import { CLEARANCE } from './services.ts'
import { sayAnswer } from './speech.ts'
import type { PhoneTask } from './task.ts'
import { findCompany, findLine, type PhoneWorld } from './world.ts'

/** How varied the speech of the people in a world is. */
export interface PhoneVariety {
  readonly employees: Variety
  readonly customers: Variety
}

/** This many tasks contain more sentences than the measure uses. */
const TASKS_MAX = 500

/** Measures the openings of tasks, and at each required department a refusal and a success. */
export function phoneVariety(tasks: readonly PhoneTask[], world: PhoneWorld): PhoneVariety {
  const sample = tasks.slice(0, TASKS_MAX)
  return {
    employees: measureVariety(sample.flatMap((task) => spokenCalls(task, world))),
    customers: measureVariety(
      sample.map((task) =>
        sayOpening(task, findCompany(world, task.company), stream(task.seed, 0, 'opening')),
      ),
    ),
  }
}

const REFERENCE = 'R000000'

/** The words of the required departments, for calls without details and with all details. */
function spokenCalls(task: PhoneTask, world: PhoneWorld): string[] {
  const { values: knownValues, missing: missingFields } = task.customer
  const done: Record<string, string> = {}
  return task.required_calls.flatMap((id, index) => {
    const line = findLine(world, id)
    const goal = task.goals.find(({ department }) => department === id)
    const desk: Desk = {
      ...{
        line,
        known: knownValues,
        lacking: missingFields,
        done,
        company: findCompany(world, task.company),
      },
      ...{ alsoRequired: [], rows: [], held: [], wrongBefore: 0 },
      part: goal === undefined ? 'clearance' : 'service',
    }
    const service = goal?.service ?? CLEARANCE
    const referenceNumber = done[line.department.hidden.reference_from ?? ''] ?? ''
    const texts = [{}, knownValues].map((givenValues, call) => {
      const input = { service, given: givenValues, unavailable: missingFields, referenceNumber }
      const random = stream(task.seed, index, `csr-${call}`)
      const { greeting, news, goodbye } = sayAnswer(answer(input, desk), line, REFERENCE, random)
      return [greeting, ...news, ...goodbye].join('\n')
    })
    done[id] = REFERENCE
    return texts
  })
}
