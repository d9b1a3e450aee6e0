import { stream } from '../random.ts'
import { answerCall } from './answer-call.ts'
import { businessOf } from './businesses.ts'
import { type Variety, varietyOf } from './grammar/measures.ts'
import { sayOpening } from './opening.ts'
import { CLEARANCE } from './requirements.ts'
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

/** What is heard at the required departments, without any details and with all of them. */
function callsOf(task: PhoneTask, world: PhoneWorld): string[] {
  const { values, missing } = task.customer
  const done: Record<string, string> = {}
  return task.required_calls.flatMap((id, at) => {
    const line = lineOf(world, id)
    const own = task.goals.find(({ department }) => department === id)?.business
    const request = own === undefined ? 'Please clear this file.' : `Please ${phraseOf(own)}.`
    const ringing = {
      line,
      request,
      company: companyOf(world, task.company),
      referenceNumber: done[line.department.hidden.reference_from ?? ''] ?? '',
      known: values,
      alsoRequired: [],
      lacking: missing,
      matters: [own ?? CLEARANCE],
      file: null,
      changed: undefined,
      done,
      held: [],
      clarified: [],
      wrongBefore: 0,
      reference: 'R000000',
    }
    const texts = [{}, values].map((given, call) => {
      const random = stream(task.seed, at, `csr-${call}`)
      const { greeting, lines, goodbye } = answerCall({ ...ringing, given }, random)
      return [greeting, ...lines, ...goodbye].join('\n')
    })
    done[id] = ringing.reference
    return texts
  })
}

const phraseOf = (business: string): string => businessOf(business).phrases[0] ?? ''
