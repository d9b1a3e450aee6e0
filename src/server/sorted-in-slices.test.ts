// Guards that long lists are sorted piece by piece, as they would be at once.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortedInSlices } from './sorted-in-slices.ts'

it('sorts as the language does, equals in the order in which they came', async () => {
  const members = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 3_000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(members, async (values) => {
      let renewals = 0
      const share = {
        isUsedUp: true,
        renew: async () => {
          renewals += 1
        },
      }
      const all = values.map((value, at) => ({ value, at }))
      const compare = (one: { value: number }, other: { value: number }) => one.value - other.value
      expect(await sortedInSlices(all, compare, share)).toEqual(all.toSorted(compare))
      expect(renewals).toBeGreaterThanOrEqual(Math.floor(all.length / 512))
    }),
    { numRuns: 50 },
  )
})
