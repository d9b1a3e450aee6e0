// Guards the rules of the typed phone world as an agent meets them: form, calls, services, rewards.
import { describe, expect, it } from 'vitest'
import { solutionOf, TASKS, talk, taskWhere, WORLD } from '../../../test/phone-call/talk.ts'
import type { JsonObject } from '../../sim/json.ts'
import { CLEARANCE, requirementsAt, servicesAt } from '../../sim/phone/services.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { findLine } from '../../sim/phone/world.ts'
import { listedTask } from '../revision.ts'
import { phoneCallEnvironment } from './index.ts'
import { requirementsInTask, serviceWanted } from './state.ts'

const idOf = (task: PhoneTask, place = 0): string => task.required_calls[place] as string

/** A service that the customer does not want, for which the details of the wanted one suffice. */
function otherService(task: PhoneTask, department: string): string | undefined {
  const line = findLine(WORLD, department)
  const wanted = solutionOf(task).service(department)
  const told: readonly string[] = requirementsAt(line.department, wanted).required
  return servicesAt(line).find(
    ({ id }) =>
      id !== wanted &&
      requirementsAt(line.department, id).required.every((one) => told.includes(one)),
  )?.id
}

const hasOther = (task: PhoneTask): boolean => otherService(task, idOf(task)) !== undefined

/** Makes the right calls in order; gives the episode. */
function solve(task: PhoneTask) {
  const { fields, values, service } = solutionOf(task)
  const episode = talk(task)
  if (fields.length > 0) episode.form(fields)
  const references: Record<string, string> = {}
  for (const id of task.required_calls) {
    const from = findLine(WORLD, id).department.hidden.reference_from
    const reference = from === null ? {} : { reference: references[from] as string }
    const event = episode.call(id, service(id), values, reference)
    if (event?.kind === 'done') references[id] = event.reference
  }
  return episode
}

describe('phone-call-v2', () => {
  it('pays 1000 for every task to a player who knows the needed fields', () => {
    for (const task of TASKS) {
      const episode = solve(task)
      expect([task.id, episode.total(), episode.end()?.reason]).toEqual([
        task.id,
        1000,
        'completed',
      ])
    }
  })
})

describe('the listed task', () => {
  it('has company and goal only where they are those of the episode', () => {
    const [task] = TASKS as readonly [PhoneTask]
    const { id, split, index, difficulty, company, goal } = task
    const base = { id, split, index, difficulty }
    const listed = (settings: JsonObject): JsonObject =>
      listedTask(phoneCallEnvironment, { task: task as PhoneTask & JsonObject, settings })
    expect(listed({ stage: 'seed' })).toEqual({ ...base, company, goal })
    for (const stage of ['curriculum', 'full']) expect(listed({ stage })).toEqual(base)
    expect(phoneCallEnvironment.data.publicTask(task as PhoneTask & JsonObject)).toEqual({
      ...base,
      company,
      goal,
    })
  })
})

describe('the form', () => {
  const task = taskWhere(1)

  it('is abandoned and used up when it asks for more than the customer has patience for', () => {
    const episode = talk(task)
    const had = FIELDS.filter((field) => !task.customer.missing.includes(field))
    const tooMany = had.slice(0, task.customer.patience + 1)
    expect(episode.form(tooMany)).toEqual({
      kind: 'form_abandoned',
      fields: tooMany,
      call_id: 't1',
    })
    expect(episode.form(['email'])).toMatchObject({ kind: 'form_refused', reason: 'used' })
    expect(episode.close().parts.refused_form).toBe(-100)
  })

  it('has room for missing fields and their alternatives', () => {
    for (const lacking of TASKS.filter(({ difficulty }) => difficulty === 4)) {
      expect(talk(lacking).form(solutionOf(lacking).fields)).toMatchObject({
        kind: 'form_completed',
      })
    }
  })

  it('is refused after the first call', () => {
    const episode = talk(task)
    episode.call(idOf(task), CLEARANCE)
    expect(episode.form(['email'])).toMatchObject({ kind: 'form_refused', reason: 'called' })
  })

  it('books over-asking at the close only', () => {
    const { fields } = solutionOf(task)
    const { required, alternatives } = requirementsInTask(task, WORLD, idOf(task))
    const useful = [...required, ...Object.values(alternatives)]
    const needless = FIELDS.find((field) => !useful.includes(field)) ?? 'email'
    const episode = talk(task)
    episode.form([...fields, needless])
    expect(episode.parts().over_asked).toBe(0)
    expect(episode.close().parts.over_asked).toBe(-20)
  })
})

describe('a call', () => {
  it('names all missing fields, with their alternatives', () => {
    const task = taskWhere(2)
    const id = idOf(task)
    const event = talk(task).call(id, serviceWanted(task, id) as string)
    const { required, alternatives } = findLine(WORLD, id).department.hidden.wants[
      serviceWanted(task, id) as string
    ] ?? { required: [], alternatives: {} }
    const missing = required.map((field) =>
      alternatives[field] === undefined ? { field } : { field, alternative: alternatives[field] },
    )
    expect(event).toMatchObject({ kind: 'refused', reason: 'details', missing, wrong: [] })
  })

  it('accepts an alternative only after the customer has said that the field is missing', () => {
    const task = taskWhere(4, ({ customer }) => customer.mentions === null)
    const id = idOf(task)
    const { fields, values, service } = solutionOf(task)
    const [lacked] = task.customer.missing
    const unasked = talk(task)
    unasked.form(fields.filter((field) => field !== lacked))
    const refusal = unasked.call(id, service(id), values)
    expect(refusal).toMatchObject({ kind: 'refused', reason: 'details' })
    expect(refusal).toHaveProperty('missing.0.field', lacked)

    const asked = talk(task)
    asked.form(fields)
    expect(asked.call(id, service(id), values)).toMatchObject({ kind: 'done' })
  })

  it('counts a detail that the customer never gave as wrong, even if it is right', () => {
    const task = taskWhere(1, ({ customer }) => customer.tells === null)
    const { full_name } = task.customer.values
    const event = talk(task).call(idOf(task), solutionOf(task).service(idOf(task)), { full_name })
    expect(event).toMatchObject({ kind: 'refused', wrong: ['full_name'] })
  })

  it('counts a false claim of unavailability as wrong', () => {
    const task = taskWhere(1)
    const id = idOf(task)
    const { fields, values, service } = solutionOf(task)
    const episode = talk(task)
    episode.form(fields)
    const claimed = { unavailable: [fields[0] as string] }
    expect(episode.call(id, service(id), values, claimed)).toMatchObject({
      kind: 'refused',
      not_unavailable: [fields[0]],
      held: false,
    })
    expect(episode.call(id, service(id), values, claimed)).toMatchObject({ held: true })
    expect(episode.call(id, service(id), values)).toMatchObject({ reason: 'held' })
  })

  it('counts an argument that the schema does not know as malformed', () => {
    const task = taskWhere(1)
    const episode = talk(task)
    episode.say('phone_call', {
      phone_number: findLine(WORLD, idOf(task)).department.phone_number,
      service: 'invoice_copy',
      request: 'please',
    })
    expect(episode.text()).toContain('request')
    expect(episode.parts().malformed_calls).toBe(-20)
  })

  it('refers the caller to the right department, and knows no service that nobody offers', () => {
    const task = taskWhere(3)
    const [first, second] = [idOf(task, 0), idOf(task, 1)]
    const episode = talk(task)
    expect(episode.call(first, serviceWanted(task, second) as string)).toMatchObject({
      reason: 'other_department',
      right: findLine(WORLD, second).department.name,
    })
    expect(episode.call(first, 'make_coffee')).toMatchObject({ reason: 'unknown_service' })
  })

  it('requires the departments before it to do their part', () => {
    const task = taskWhere(3)
    const [first, second] = [idOf(task, 0), idOf(task, 1)]
    expect(talk(task).call(second, serviceWanted(task, second) as string)).toMatchObject({
      reason: 'other_first',
      first: findLine(WORLD, first).department.name,
    })
  })

  it('says at once that nothing has to be cleared', () => {
    const task = taskWhere(1)
    const episode = talk(task)
    expect(episode.call(idOf(task), CLEARANCE)).toMatchObject({ reason: 'nothing_to_clear' })
    expect(episode.parts().rejected_calls).toBe(-50)
  })
})

describe('a service that nobody asked for', () => {
  it('is carried out without a comment, and makes success impossible', () => {
    const task = taskWhere(1, hasOther)
    const id = idOf(task)
    const { values, service, fields } = solutionOf(task)
    const episode = talk(task)
    episode.form(fields)
    const wrong = episode.call(id, otherService(task, id) as string, values)
    expect(wrong).toMatchObject({ kind: 'done' })
    const right = episode.call(id, service(id), values)
    expect(right).toMatchObject({ kind: 'done' })
    expect(Object.keys(right ?? {}).sort()).toEqual(Object.keys(wrong ?? {}).sort())
    const { parts, end, metrics } = episode.last()
    expect(end?.reason).toBe('completed')
    expect(metrics?.success).toBe(0)
    expect(parts).toMatchObject({ progress: 0, completion: 0, misuse: -150 })
  })

  it('gives a reference number that no other department takes', () => {
    const task = taskWhere(3, (task) => {
      const calls = task.required_calls
      const from = findLine(WORLD, calls[1] as string).department.hidden.reference_from
      return from === calls[0] && hasOther(task)
    })
    const [first, second] = [idOf(task, 0), idOf(task, 1)]
    const { fields, values, service } = solutionOf(task)
    const episode = talk(task)
    episode.form(fields)
    const unwanted = episode.call(first, otherService(task, first) as string, values)
    episode.call(first, CLEARANCE, values)
    if (unwanted?.kind !== 'done') throw new Error('the other service was not carried out')
    const reference = { reference: unwanted.reference }
    expect(episode.call(second, service(second), values, reference)).toMatchObject({
      reason: 'reference',
    })
  })

  it('is mentioned after an otherwise unexplained failure, without its name', () => {
    const task = taskWhere(1, hasOther)
    const id = idOf(task)
    const { values, service, fields } = solutionOf(task)
    const episode = talk(task)
    episode.form(fields)
    episode.call(id, otherService(task, id) as string, values)
    episode.call(id, service(id), values)
    const critique = episode.critique(episode.last())
    expect(critique).toContain('One of these was not what the customer asked for: ')
    for (const one of [otherService(task, id) as string, service(id)])
      expect(critique).toContain(one)
  })
})

/** One attempt with a form; gives what refusals have named, and whether all was done. */
function attempt(task: PhoneTask, fields: readonly Field[]) {
  const episode = talk(task)
  const form = fields.length === 0 ? undefined : episode.form(fields)
  const filled = form?.kind === 'form_completed' ? form : { values: {}, unavailable: [] }
  const { tells, mentions, values: own } = task.customer
  const given = { ...filled.values, ...(tells === null ? {} : { [tells]: own[tells] }) }
  const lacking = [...filled.unavailable, ...(mentions === null ? [] : [mentions])]
  const references: Record<string, string> = {}
  const named: Field[] = []
  for (const id of task.required_calls) {
    const from = findLine(WORLD, id).department.hidden.reference_from
    const reference = from === null ? {} : { reference: references[from] ?? '' }
    const event = episode.call(id, solutionOf(task).service(id), given, reference)
    if (event?.kind === 'done') references[id] = event.reference
    if (event?.kind !== 'refused' || event.reason !== 'details') continue
    expect(event.wrong).toEqual([])
    for (const { field, alternative } of event.missing) {
      const isLacking = lacking.includes(field) && alternative !== undefined
      named.push(isLacking ? alternative : field)
    }
  }
  return { named, isTooLong: form?.kind === 'form_abandoned', isWon: episode.total() === 1000 }
}

describe('a refusal', () => {
  it('does not recur after its remedy', () => {
    for (const task of TASKS) {
      let fields: Field[] = []
      for (let tries = 0; ; tries++) {
        const { named, isTooLong, isWon } = attempt(task, fields)
        expect([task.id, isTooLong]).toEqual([task.id, false])
        if (isWon) break
        expect([task.id, named.filter((field) => fields.includes(field))]).toEqual([task.id, []])
        expect([task.id, named.length > 0]).toEqual([task.id, true])
        expect(tries).toBeLessThan(FIELDS.length)
        fields = [...new Set([...fields, ...named])]
      }
    }
  })
})
