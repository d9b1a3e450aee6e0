import { dayAfter } from '../../sim/civil-date.ts'
import type { JsonObject } from '../../sim/json.ts'
import { REASONS } from '../../sim/phone/case.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import { FIELDS, type Field } from '../../sim/phone/tables/fields.ts'
import type { RandomStream } from '../../sim/random.ts'
import type { Action } from '../message.ts'
import type { PhoneEvent } from './events.ts'
import { computeSeedProgress, toolTurn } from './survey.ts'
import type { TalkEvent } from './talk-events.ts'
import { computeTalkProgress, type TalkProgress } from './talk-progress.ts'

/** Plausible next turns of the first stage, from what was visible so far. */
export function sampleSeed(events: readonly PhoneEvent[], random: RandomStream): Action[] {
  const survey = computeSeedProgress(events)
  const { departments, values, message } = survey
  const randomValues = Object.entries(values).filter(() => random.chance(0.9))
  const department = departments.length === 0 ? undefined : random.pick(departments)
  const references = survey.calls.flatMap((call) => (call.kind === 'done' ? [call.reference] : []))
  const reference = references.length === 0 ? {} : { reference_number: random.pick(references) }
  return [
    toolTurn('company_directory', { query: message?.company ?? 'billing' }, survey),
    toolTurn('auth_info_form', { fields: someFields(random) }, survey),
    ...(department === undefined
      ? []
      : [
          toolTurn(
            'phone_call',
            {
              phone_number: department.phone_number,
              service: random.pick([...department.services.map(({ id }) => id), CLEARANCE]),
              auth_info: Object.fromEntries(randomValues),
              ...reference,
            },
            survey,
          ),
        ]),
    { content: 'I cannot get any further with this.' },
  ]
}

const someFields = (random: RandomStream): Field[] => random.sample(FIELDS, random.integer(1, 4))

/** The same for the stages with a dialogue. */
export function sampleTalk(events: readonly TalkEvent[], random: RandomStream): Action[] {
  const progress = computeTalkProgress(events)
  const { message, departments } = progress
  const department = departments.length === 0 ? undefined : random.pick(departments)
  return [
    toolTurn('company_directory', { query: message?.company ?? 'billing' }, progress),
    toolTurn('ask_customer', question(progress, random), progress),
    ...(department === undefined
      ? []
      : [
          toolTurn(
            'phone_call',
            {
              phone_number: department.phone_number,
              service: random.pick([...department.services.map(({ id }) => id), CLEARANCE]),
              auth_info: { ...progress.values },
              on_behalf_of: random.chance(0.5),
            },
            progress,
          ),
        ]),
    ...(progress.line === undefined
      ? []
      : [
          toolTurn('say', reply(progress.line, progress, random), progress),
          toolTurn('hang_up', {}, progress),
        ]),
    toolTurn('report', someReport(progress, random), progress),
  ]
}

function question({ departments }: TalkProgress, random: RandomStream): JsonObject {
  const services = departments.flatMap(({ services: departmentServices }) =>
    departmentServices.map(({ id }) => id),
  )
  const approves = services.length > 0 && random.chance(0.3)
  return {
    fields: someFields(random),
    ...(approves ? { approve: { service: random.pick(services) } } : {}),
  }
}

function reply(
  line: NonNullable<TalkProgress['line']>,
  { values, done, message }: TalkProgress,
  random: RandomStream,
): JsonObject {
  switch (line.for) {
    case 'offer':
    case 'read_back':
      return { answer: random.pick(['yes', 'no']) }
    case 'field': {
      const value = values[line.field]
      if (value === undefined) return { unavailable: [line.field], auth_info: { ...values } }
      return { auth_info: { [line.field]: value } }
    }
    case 'reference':
      return done.length === 0 ? {} : { reference_number: random.pick(done).reference }
    case 'details': {
      const date = dayAfter(message?.date ?? '2026-01-05', random.integer(1, 40))
      const randomDetails: JsonObject = { amount_cents: 10_000, count: 3, date, time: '10:30' }
      const details = Object.fromEntries(
        line.names.flatMap((name) =>
          randomDetails[name] === undefined ? [] : [[name, randomDetails[name]]],
        ),
      )
      const record = line.records.length === 0 ? {} : { record: random.pick(line.records).id }
      const option = line.options.length === 0 ? {} : { option: random.pick(line.options).id }
      return { details: { ...details, ...record, ...option } }
    }
    default:
      return {}
  }
}

function someReport({ done, departments }: TalkProgress, random: RandomStream): JsonObject {
  const services = departments.flatMap(({ services: departmentServices }) =>
    departmentServices.map(({ id }) => id),
  )
  const carriedOut = done.map(({ said }) => said.service).filter((service) => service !== CLEARANCE)
  const undone = services.length === 0 ? [] : random.sample(services, 1)
  return {
    items: [
      ...[...new Set(carriedOut)].map((service) => ({ service, outcome: 'done' })),
      ...undone.map((service) => ({
        service,
        outcome: 'not_done',
        reason: random.pick(REASONS),
      })),
      ...(carriedOut.length + undone.length === 0
        ? [{ service: CLEARANCE, outcome: 'not_done', reason: 'company_cannot' }]
        : []),
    ],
    references: done.map(({ reference }) => reference),
    fees_cents: 0,
  }
}
