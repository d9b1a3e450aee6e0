// Guards which other words spare no work: a conformance check believes what is said here.
import { describe, expect, it } from 'vitest'
import { isEquivalentText } from './equivalent-text.ts'

const asks = (said: string, right: string): boolean =>
  isEquivalentText('ask_customer.message', said, right)

describe('a message to the customer', () => {
  const LEAVE = 'Do you really want to close your account?'
  const WAIT = 'How long a wait would you accept?'

  it('says as much where it asks for all that the right one asks for, and maybe for more', () => {
    expect(asks(`${LEAVE} ${WAIT}`, WAIT)).toBe(true)
    expect(asks('What is the longest wait that you would accept?', WAIT)).toBe(true)
  })

  it('does not where it leaves something out, asks for less, or asks nothing', () => {
    expect(asks(WAIT, `${LEAVE} ${WAIT}`)).toBe(false)
    expect(asks('Would you accept a wait of 2 weeks?', 'Would you accept a wait of 4 weeks?')).toBe(
      false,
    )
    expect(asks('asdf qwer 0', WAIT)).toBe(false)
    expect(asks('What is your PIN?', 'What is your account number?')).toBe(false)
  })
})

it('takes any time to call for any other, and no words that are none', () => {
  expect(isEquivalentText('phone_call.when', 'Tue 10:30', '9:00')).toBe(true)
  expect(isEquivalentText('phone_call.when', 'soon', '9:00')).toBe(false)
})
