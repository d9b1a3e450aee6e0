// Guards that the commands which the program prints work in the folder in which it runs.
import { expect, it } from 'vitest'
import { programCall } from './program-call.ts'

it.each([
  ['/lab/checkout/bin/backchannel', '.', './bin/backchannel'],
  ['/lab/checkout/bin/backchannel', '/elsewhere', '/lab/checkout/bin/backchannel'],
  ['/lab/node_modules/.bin/backchannel', '/elsewhere', 'npx --no-install backchannel'],
  ['/lab/node_modules/x/bin/backchannel', '/elsewhere', 'npx --no-install backchannel'],
])('calls %s from %s as %s', (script, folder, call) => {
  expect(programCall(script, folder)).toBe(call)
})
