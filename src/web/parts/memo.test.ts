// Guards that a memoized component renders again for a changed, new or missing property only.
import { expect, it } from 'vitest'
import { memo } from './memo.tsx'

it('compares all properties', () => {
  const rows: number[] = []
  const Memo = memo<{ rows: number[]; isOpen?: boolean }>(() => null)
  const isDrawnAgain = (before: object, next: object) =>
    new Memo(before as never).shouldComponentUpdate(next as never)
  expect(isDrawnAgain({ rows }, { rows })).toBe(false)
  expect(isDrawnAgain({ rows }, { rows: [] })).toBe(true)
  expect(isDrawnAgain({ rows }, { rows, isOpen: true })).toBe(true)
  expect(isDrawnAgain({ rows, isOpen: true }, { rows })).toBe(true)
})
