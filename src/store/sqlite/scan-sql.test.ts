// Guards that what is asked of one principal is looked for among its own episodes alone.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EpisodeConditions } from '../episode-log.ts'
import { migrate } from '../migrations.ts'
import { chooseIndex } from '../scan-index.ts'
import { openPinnedDatabase } from './pinned-database.ts'
import { openingSql, scanValues } from './scan-sql.ts'
import { addSeal } from './seal.ts'

const otherConditions = fc.record(
  {
    environment: fc.constant('mock-v1'),
    taskId: fc.constant('t'),
    run: fc.constant('r'),
    parent: fc.constant('p'),
    group: fc.constant('g'),
    condition: fc.constant('clean'),
    endReason: fc.constant('solved'),
    open: fc.boolean(),
    success: fc.boolean(),
  },
  { requiredKeys: [] },
)

it('walks along an index that begins with the principal, whatever else is asked', () => {
  const database = openPinnedDatabase(':memory:')
  addSeal(database)
  migrate(database, 'x')
  const plan = (sql: string, conditions: EpisodeConditions): string => {
    const values = { ...scanValues(conditions, 'oldest', {}), size: 9, limit: 9 }
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values)
    return (steps as { detail: string }[]).map(({ detail }) => detail).join('; ')
  }
  fc.assert(
    fc.property(
      otherConditions,
      fc.constantFrom('oldest' as const, 'newest' as const),
      (more, order) => {
        const conditions = { ...more, principal: 'alice' }
        const { groups, ...others } = openingSql(order, chooseIndex(conditions, order))
        for (const sql of Object.values(others)) {
          const found = plan(sql, conditions)
          expect(found).toMatch(/^SEARCH first USING (COVERING )?INDEX \w+ \([^)]*\bprincipal=\?/)
          expect(found).not.toContain('TEMP B-TREE')
        }
        expect(plan(groups, conditions)).toMatch(
          /^SEARCH first USING INDEX \w+ \([^)]*principal=\?/,
        )
      },
    ),
    { numRuns: 300 },
  )
  database.close()
})
