// Guards that episodes are silent by the server's clock, whatever the browser's clock says.
import { expect, it } from 'vitest'
import { clockLead } from './clock.ts'

it('measures the clock by what the server says of open episodes', () => {
  const [open, closed] = [
    { updated_ms: 1_000, silent_ms: 500 },
    { updated_ms: 900, silent_ms: null },
  ]
  expect(clockLead([closed, open], 1_500)).toBe(0)
  expect(clockLead([closed, open], 301_500)).toBe(300_000)
  expect(clockLead([open], 1_000)).toBe(-500)
  expect(clockLead([closed], 1_500)).toBeUndefined()
})
