// Guards that the address of a group names its owner: several owners can use the same names.
import { expect, it } from 'vitest'
import { groupHref } from './group-href.ts'

it('leads to the group of its owner', () => {
  const [one, other] = ['ann', 'bob & co'].map((principal) =>
    groupHref({ run: 'grpo', id: '0/1', principal }),
  )
  expect(one).toBe('/groups/grpo/0%2F1?principal=ann')
  expect(other).toBe('/groups/grpo/0%2F1?principal=bob%20%26%20co')
})
