import { z } from 'zod'
import { leaveAsked } from '../sim/phone/dialogue/consent.ts'
import { offersAsked } from '../sim/phone/dialogue/offers-asked.ts'
import { fieldsAsked } from '../sim/phone/dialogue/question.ts'
import { replyTo, type Talk } from '../sim/phone/dialogue/reply.ts'
import { stageOf } from '../sim/phone/hear-call.ts'
import { sayWaiting, speakerAgain } from '../sim/phone/people/manners.ts'
import { FIELDS } from '../sim/phone/tables/fields.ts'
import type { PhoneTask } from '../sim/phone/task.ts'
import type { Line } from '../sim/phone/world.ts'
import type { RandomStream } from '../sim/random.ts'
import type { Tool } from './tool.ts'

const MESSAGE_MAX = 600
const NAMES_MAX = 40
const NAME_LENGTH_MAX = 80

// Names are checked as free text, published as a closed list: an alias is understood.
const parameters = z.object({
  message: z
    .string()
    .max(MESSAGE_MAX, `at most ${MESSAGE_MAX} characters`)
    .optional()
    .describe('What you write to the customer: ask for one, two or three things at a time.'),
  fields: z
    .array(
      z
        .string()
        .max(NAME_LENGTH_MAX, `at most ${NAME_LENGTH_MAX} characters`)
        .meta({ enum: [...FIELDS] }),
    )
    .max(NAMES_MAX, `at most ${NAMES_MAX} names`)
    .optional()
    .describe('The details that you ask for, by field name, beside or in place of a message.'),
})

export type AskArguments = z.infer<typeof parameters>

/** What asking needs of the episode. */
interface AskScene {
  /** The task as its customer tells it. */
  readonly told: PhoneTask
  readonly talk: Talk
  /** Who is on the line meanwhile, and whether they wait; null if nobody is. */
  readonly onLine: {
    readonly line: Line
    readonly employee: number
    readonly waits: boolean
  } | null
  /** Draws for the words. */
  readonly random: RandomStream
}

interface AskOutcome {
  readonly talk: Talk
  readonly content: string
}

const GONE = 'The customer has left and answers no more questions.'

/** Asks the customer. */
export const askCustomer = {
  name: 'ask_customer',
  description:
    'Writes to the customer and returns the answer. Customers answer what is asked, two or three ' +
    'things at a time: details, and whether they accept what they are offered. Asked for much ' +
    'more than is needed, they leave. While you ask, an employee on the open line has to wait, ' +
    'and not every company does.',
  parameters,
  run: ({ message = '', fields = [] }: AskArguments, scene: AskScene): AskOutcome => {
    const { told, talk, onLine, random } = scene
    const [name = ''] = told.customer.values.full_name.split(' ')
    if (talk.gone) {
      const tooLate = talk.tooLate + 1
      return { talk: { ...talk, tooLate }, content: GONE }
    }
    const wishes = told.goals.map(({ business }) => business)
    const question = {
      fields: fieldsAsked(message, fields),
      leave: leaveAsked(message, wishes),
      offers: offersAsked(message),
    }
    const { talk: after, text, isDecision } = replyTo(told, talk, question, random)
    const answer = `${name}: ${text}`
    if (onLine === null) return { talk: after, content: answer }
    const { line, employee, waits } = onLine
    const waiting = sayWaiting(speakerAgain(line, employee), waits, random)
    return {
      talk: {
        ...after,
        whileHeld: after.whileHeld + 1,
        decidedWhileHeld: after.decidedWhileHeld + (isDecision ? 1 : 0),
      },
      content: [waiting, answer, stageOf(waits)].join('\n'),
    }
  },
} satisfies Tool<AskArguments, AskScene, AskOutcome>
