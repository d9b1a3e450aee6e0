// Guards revisions: a golden episode changes only when its environment's revision is raised.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENVIRONMENTS } from '../src/env/registry.ts'

/** Set to 1 when an issue is closed: its goldens are from then on what a revision stands for. */
const RELEASE = process.env.BACKCHANNEL_GOLDEN_RELEASE === '1'

/** A revision, and the SHA-256 over the golden episodes that it recorded. */
interface Recorded {
  readonly revision: number
  readonly digest: string
}

const GOLDEN = join(import.meta.dirname, 'golden')
const RELEASED = join(GOLDEN, 'released.json')

function digestOf(folder: string): string {
  const digest = createHash('sha256')
  for (const name of readdirSync(folder).sort()) {
    digest.update(`${name}\n`).update(readFileSync(join(folder, name)))
  }
  return digest.digest('hex')
}

/** What is wrong with the revision of an environment; undefined if nothing is. */
function wrongRevision(released: Recorded | undefined, now: Recorded): string | undefined {
  if (released === undefined) return 'released.json does not name it'
  const { revision } = released
  if (now.digest === released.digest) {
    const isFine = now.revision === revision || now.revision === revision + 1
    return isFine ? undefined : `its revision ${now.revision} is not ${revision} or the next`
  }
  if (now.revision === revision + 1) return undefined
  return `its golden episodes changed: its revision must be ${revision + 1}, not ${now.revision}`
}

it('is raised once when golden episodes change', () => {
  const now: Record<string, Recorded> = {}
  for (const environment of ENVIRONMENTS) {
    const digest = digestOf(join(GOLDEN, environment.id))
    now[environment.id] = { revision: environment.revision, digest }
  }
  if (RELEASE) writeFileSync(RELEASED, `${JSON.stringify(now, null, 2)}\n`)
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Record<string, Recorded>
  const wrong = Object.entries(now).map(([id, one]) => [id, wrongRevision(released[id], one)])
  expect(wrong.filter(([, why]) => why !== undefined)).toEqual([])
})

it('is missed and found', () => {
  const released = { revision: 3, digest: 'a' }
  expect(wrongRevision(released, { revision: 3, digest: 'b' })).toMatch(/must be 4, not 3/)
  expect(wrongRevision(released, { revision: 5, digest: 'b' })).toMatch(/must be 4, not 5/)
  expect(wrongRevision(released, { revision: 2, digest: 'a' })).toMatch(/2 is not 3 or the next/)
  expect(wrongRevision(released, { revision: 4, digest: 'b' })).toBeUndefined()
  expect(wrongRevision(undefined, { revision: 1, digest: 'b' })).toBeDefined()
})
