// Guards that pages follow what goes on, and ask no more for what is over or refused for good.
import { expect, it } from 'vitest'
import { BackchannelError } from '../../client/errors.ts'
import { pollUntil } from './follow.ts'

const fault = (code: string, retryable: boolean) => new BackchannelError(code, { code, retryable })

it('polls until the data is final, also after faults, but not if it never existed', () => {
  const everyMs = pollUntil<string>(700, (data) => data === 'over')
  const after = (data: string | undefined, error: Error | null) =>
    everyMs({ state: { data, error } })
  expect(after(undefined, null)).toBe(700)
  expect(after('goes on', null)).toBe(700)
  expect(after('over', null)).toBe(false)
  expect(after(undefined, new TypeError('no connection'))).toBe(700)
  expect(after('goes on', fault('store/unavailable', true))).toBe(700)
  expect(after(undefined, fault('episode/not_found', false))).toBe(false)
  expect(after('goes on', fault('episode/not_found', false))).toBe(700)
})
