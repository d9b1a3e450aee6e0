/** Guards that a list of groups goes on where its last episode was pruned while it was read. */
import { expect, it } from 'vitest'
import { type GroupSource, listGroups } from './group-lister.ts'

const KEYS_AT_ONCE = 2

/** Episodes 1 to 6, each the first of a group, read in chunks; some are then gone. */
const sourceWith = (gone: readonly number[]): GroupSource => ({
  async groups(_conditions, _order, after = 0, limit) {
    const keys = [1, 2, 3, 4, 5, 6].filter((key) => key > after).slice(0, KEYS_AT_ONCE)
    const groups = keys.map((key) => {
      return { episode: `e${key}`, principal: 'p', run: 'r', id: `g${key}` }
    })
    return { groups: groups.slice(0, limit), end: keys.length < KEYS_AT_ONCE ? undefined : keys[1] }
  },
  async episodeId(key) {
    return gone.includes(key) ? null : `e${key}`
  },
  async positionsOf([id = '']) {
    const key = Number(id.slice(1))
    return new Map([[id, [key, key]]])
  },
})

it('lists every group, though the episode at which the time was over was pruned', async () => {
  for (const gone of [[], [2], [4], [2, 4, 6]]) {
    const found: string[] = []
    let after: string | null = null
    do {
      const from: { after?: string } = after === null ? {} : { after }
      const page = await listGroups(sourceWith(gone), { ...from, limit: 9, budgetMs: 0 })
      found.push(...page.groups.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(found).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'g6'])
  }
})
