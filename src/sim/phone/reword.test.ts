// Guards that a model's words are taken only if they say just what the rules say.
import { describe, expect, it } from 'vitest'
import { WORLD } from '../../../test/phone-call/driver.ts'
import { SAYINGS } from '../../../test/phone-call/tables/sayings.ts'
import { stream } from '../random.ts'
import { checkReworded, rewordRequest } from './reword.ts'
import { type Line, lineOf } from './world.ts'

const LINE: Line = (() => {
  const company = WORLD.companies.find(({ departments }) => departments.length > 2)
  return lineOf(WORLD, company?.departments[0]?.id ?? '')
})()
const SECOND = LINE.company.departments[1]?.name ?? ''
const THIRD = LINE.company.departments[2]?.name ?? ''
const OTHER = WORLD.companies.find(({ name }) => name !== LINE.company.name)?.name ?? ''

const MISSING = [
  'Missing: the email address; the date of birth or, if that is not to hand, the security PIN.',
  'Security hold is on. No more attempts here today.',
]
const DONE = ['Done. Reference number: R120034.']
const FIRST = [`Go to ${SECOND} first. Then call back.`]

const check = (lines: readonly string[], words: string) => checkReworded(WORLD, LINE, lines, words)

describe('words that say the same', () => {
  it.each([
    [
      MISSING,
      'Right, I still need the email address and the date of birth or the security PIN. I have ' +
        'put a security hold on the file.',
    ],
    [
      MISSING,
      '"You have not given me the date of birth or the security PIN.\n\nThe email address is ' +
        'missing too. That means a security hold."',
    ],
    [DONE, 'All sorted, have a nice day! It is under reference number R120034.'],
    [FIRST, `${SECOND} has to look at it before we can.`],
  ])('are kept', (lines, words) => {
    const { status } = check(lines, words)
    expect({ words, status }).toEqual({ words, status: 'kept' })
  })

  it.each(SAYINGS)('are kept however people say: %s', (rules, all) => {
    const named = (text: string): string =>
      text.replaceAll('SECOND', SECOND).replaceAll('COMPANY', LINE.company.name)
    for (const words of all.map(named)) {
      const { status } = check(rules.map(named), words)
      expect({ words, status }).toEqual({ words, status: 'kept' })
    }
  })

  it('are one line without quotation marks', () => {
    const checked = check(DONE, '“All done.\nReference number R120034.”')
    expect(checked).toEqual({ status: 'kept', line: 'All done. Reference number R120034.' })
  })
})

describe('words are refused that', () => {
  it.each([
    ['lose a detail', MISSING, 'I need the email address. A security hold is on.'],
    ['lose what replaces one', MISSING, 'I need the email address and the date of birth. Hold!'],
    [
      'swap what replaces what',
      MISSING,
      'I need the date of birth, and the email address or the security PIN. A hold is on.',
    ],
    ['lose the hold', MISSING, 'I need the email address and the date of birth or the PIN.'],
    [
      'turn missing into wrong',
      MISSING,
      'The email address, the date of birth or the security PIN do not match. Hold.',
    ],
    ['lose the number', DONE, 'It is done.'],
    ['turn success into failure', DONE, 'I could not get it done; reference number R120034.'],
    ['name no department', FIRST, 'Somebody else has to look at it first.'],
    ['say it differently', FIRST, `${SECOND} does that, not us.`],
    ['say nothing of it', FIRST, 'What a fine day.'],
  ] as const)('%s', (_, lines, words) => {
    expect(check(lines, words)).toEqual({ status: 'refused', problem: 'fact_lost' })
  })

  it.each([
    ['another number', DONE, 'Done, number R120034, in 5 days.'],
    ['a number inside a number', DONE, 'Done, number R120034, ext 1200.'],
    ['a number in words', DONE, 'Done, number R120034, within seven days.'],
    ['a day', DONE, 'Done, number R120034, effective Monday.'],
    ['a time', FIRST, `${SECOND} first, it takes some hours.`],
    ['an address', DONE, 'Done, number R120034, see www.example.org.'],
    ['a mark', DONE, 'Done, number R120034. <b>Bye</b>'],
    ['another company', FIRST, `${SECOND} first, as at ${OTHER}.`],
  ] as const)('add %s', (_, lines, words) => {
    expect(check(lines, words)).toEqual({ status: 'refused', problem: 'fact_added' })
  })

  it.each([
    ['another department', FIRST, `${SECOND} first, then ${THIRD} first.`],
    [
      'another detail',
      MISSING,
      'I need the email address, the date of birth or PIN, and the member ID. Hold.',
    ],
  ] as const)('add %s', (_, lines, words) => {
    expect(check(lines, words).status).toBe('refused')
  })

  it('are empty, or endless', () => {
    expect(check(DONE, ' \n ')).toMatchObject({ problem: 'empty' })
    expect(check(DONE, 'Done, R120034. '.repeat(99))).toMatchObject({ problem: 'too_long' })
  })
})

it('asks with the sentences of the rules and nothing that the department hides', () => {
  const request = JSON.stringify(rewordRequest(LINE, 'formal', DONE, stream(1, 1, 'csr-0')))
  expect(request).toContain('R120034')
  for (const field of Object.values(LINE.department.hidden.wants).flatMap(
    ({ required }) => required,
  ))
    expect(request).not.toContain(field)
  expect(rewordRequest(LINE, 'formal', DONE, stream(1, 1, 'csr-0'))).toEqual(JSON.parse(request))
  expect(request).not.toContain('patience')
})
