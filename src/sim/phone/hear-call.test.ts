// Guards that free words are read as the built-in sentences are, and unclear ones are not read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paraphrase } from '../../../test/phone-call/paraphrase.ts'
import { type RandomStream, stream } from '../random.ts'
import { EXACT } from './csr.ts'
import { hearFreely } from './free-speech.ts'
import { departmentsAsNoun } from './grammar/agreement.ts'
import { OCCASIONS } from './grammar/employees/index.ts'
import { type HeardCall, hearAnswer, hearCall } from './hear-call.ts'
import { SPEECH_STYLES } from './people/employees.ts'
import { LABELS } from './records/wishes.ts'
import { say, sayFields } from './speech.ts'
import { DEPARTMENT_KINDS, KIND_HABITS } from './tables/departments.ts'
import { FIELD_PHRASES, FIELDS } from './tables/fields.ts'

const PLACE = { department: 'Claims', company: 'Verity Mutual' }
const NAMES = DEPARTMENT_KINDS.flatMap((kind) => KIND_HABITS[kind].names).filter(
  (name) => name !== PLACE.department,
)

/** Said beside something else, or never in a model's words. */
const IN_OUR_WORDS: ReadonlySet<string> = new Set(['hold', ...EXACT])

/** What some employee says at some call, by the built-in sentences. */
function anyCall(random: RandomStream): string[] {
  const occasion = random.pick(OCCASIONS.filter((one) => !IN_OUR_WORDS.has(one)))
  const style = random.pick(SPEECH_STYLES)
  const fields = random.sample(FIELDS, random.integer(2, 6))
  const half = fields.length >> 1
  const asked = fields.slice(0, half).map((field, index) => {
    const alternative = random.chance(0.5) ? fields[half + index] : undefined
    return alternative === undefined ? { field } : { field, alternative }
  })
  const slots = {
    right: departmentsAsNoun([random.pick(NAMES)]),
    first: departmentsAsNoun(random.sample(NAMES, random.integer(1, 2))),
    company: PLACE.company,
    reference: `R${random.integer(100_000, 999_999)}`,
    fields: sayFields(asked, random),
    thing: 'parcel',
    slots: random.sample(LABELS, random.integer(1, 2)).join(' and '),
  }
  const lines = [say(occasion, style, slots, random)]
  if (occasion === 'missing' && random.chance(0.3)) {
    const others = FIELDS.filter((field) => !fields.includes(field)).slice(0, 2)
    const wrong = sayFields(
      others.map((field) => ({ field })),
      random,
    )
    lines.push(say('mismatch', style, { fields: wrong }, random))
  }
  if (occasion === 'mismatch') {
    const wrong = sayFields(
      fields.map((field) => ({ field })),
      random,
    )
    lines[0] = say('mismatch', style, { fields: wrong }, random)
  }
  const hasDetails = occasion === 'missing' || occasion === 'mismatch'
  if (hasDetails && random.chance(0.5)) lines.push(say('hold', style, {}, random))
  return lines
}

const sorted = (heard: HeardCall | undefined) =>
  heard === undefined ? undefined : { ...heard, mismatched: [...heard.mismatched].sort() }

describe('free words', () => {
  it('of our own staff are read as the sentences are, or not at all', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const lines = anyCall(stream(seed, 0, 'call'))
        const heard = hearFreely(lines.join(' '), PLACE)
        if (heard !== undefined)
          expect({ lines, ...heard }).toEqual({ lines, ...hearCall(lines, PLACE) })
      }),
      { numRuns: 500 },
    )
  })

  it('of others that say the same are read the same', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = stream(seed, 0, 'call')
        const meant = hearCall(anyCall(random), PLACE)
        if (meant === undefined) throw new Error('our own sentences are not understood')
        const said = paraphrase(meant, PLACE.company, random)
        expect({ said, ...sorted(hearCall([said], PLACE)) }).toEqual({ said, ...sorted(meant) })
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [
      'Hi there! To pull up the file I would also need your customer’s date of birth, or failing ' +
        'that the security PIN. I have set a security hold for today.',
      { kind: 'missing', missing: [{ field: 'date_of_birth', alternative: 'security_pin' }] },
    ],
    [
      'I require the last four digits of their SSN and the billing zip. Without them I must set ' +
        'a security hold.',
      { kind: 'missing', missing: [{ field: 'last_4_ssn' }, { field: 'billing_zip' }] },
    ],
    [
      'You did not give me the policy number. If that is not available, the member ID will do. ' +
        'There is a security hold on the file now.',
      { kind: 'missing', missing: [{ field: 'policy_number', alternative: 'member_id' }] },
    ],
    [
      'The email address does not match our records. A security hold is on.',
      { kind: 'mismatch', mismatched: ['email'] },
    ],
    ['Sure thing, done! Reference number R040506.', { kind: 'done', reference: 'R040506' }],
    ['Please speak to Fraud Desk about this.', { kind: 'wrong_department', named: 'Fraud Desk' }],
    [
      'We need Identity Check to clear the customer first.',
      { kind: 'prerequisite', named: 'Identity Check' },
    ],
  ])('are understood: %s', (said, facts) => {
    expect(hearCall([said], PLACE)).toMatchObject(facts)
  })

  it.each([
    ['a denial', 'You do not need the email address. A security hold is on.'],
    ['a failure with a number', 'I could not get it done, see R123456.'],
    ['two numbers', 'Done, R123456. Also R654321.'],
    ['a detail beside a department', 'I need the email address. Fraud Desk is first.'],
    ['a detail that is named twice', 'I need the email address, the PIN and the e-mail.'],
    ['three that may replace each other', 'I need the PIN or the email or the member ID.'],
    ['a department that need not be called', 'There is no need to call Fraud Desk first.'],
    ['a department that is not meant', 'Fraud Desk does not do that.'],
    ['a hold that was lifted', 'The security hold from before has been lifted.'],
    ['small talk', 'Lovely weather today, is it not so.'],
    ['nothing', ''],
  ])('are not understood: %s', (_, said) => {
    expect(hearCall([said], PLACE)).toBeUndefined()
  })

  it('name every field by each of its phrases', () => {
    for (const field of FIELDS) {
      for (const phrase of FIELD_PHRASES[field]) {
        const heard = hearCall([`I still need ${phrase}, I am afraid.`], PLACE)
        expect({ phrase, missing: heard?.missing }).toEqual({ phrase, missing: [{ field }] })
      }
    }
  })

  it('take time in proportion to their length', () => {
    const startMs = performance.now()
    for (const piece of ['number of the ', 'last four of the ', 'not ', 'the PIN or ', 'Claims ']) {
      hearCall([piece.repeat(800 / piece.length)], PLACE)
    }
    expect(performance.now() - startMs).toBeLessThan(500)
  })
})

it('who answered is told apart from nobody', () => {
  expect(hearAnswer('The number 5 is not in service.')).toEqual({})
  expect(hearAnswer('Connected to Claims at Verity Mutual.\nHm.')).toEqual({ place: PLACE })
})
