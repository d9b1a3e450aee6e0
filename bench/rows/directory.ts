import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { built } from '../support/built.ts'
import { builtData } from '../support/built-server.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, type Row, row } from '../support/row.ts'

const SEARCHES = 5_000
const TOPICS = ['billing', 'a wrong invoice', 'opening hours', 'returns', 'my account', 'a repair']

/** Queries as agents write them: a company, a department, a topic; every fifth with a typo. */
function queriesOf(world: PhoneWorld): string[] {
  return Array.from({ length: SEARCHES }, (_, at) => {
    const company = world.companies[at % world.companies.length]
    const name = company?.name ?? ''
    const shown = at % 5 === 0 ? name.slice(0, 2) + name.slice(3) : name
    return `${shown} ${TOPICS[at % TOPICS.length]}`
  })
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Queries with a word that no directory and no earlier query had: a company, misspelt anew. */
function* newQueries(world: PhoneWorld): Generator<string, never> {
  for (let at = 0; ; at++) {
    const { name = '' } = world.companies[at % world.companies.length] ?? {}
    const [first, second] = [at, Math.floor(at / LETTERS.length)].map(
      (number) => LETTERS[number % LETTERS.length],
    )
    const round = Math.floor(at / LETTERS.length ** 2) % name.length
    const shown = `${name.slice(0, round)}${first}${second}${name.slice(round + 1)}`
    yield `${shown} ${TOPICS[at % TOPICS.length]}`
  }
}

/** Searching the company directory, each query another one. */
export const directorySearch: Bench = async ({ rounds }) => {
  const { searchDirectory } = await built('sim/phone/directory')
  const { dataSets } = await builtData()
  const phone = dataSets.find((set) => set.environment === 'phone-call-v2')
  if (phone === undefined) throw new Error('there is no data of the phone world in data/')
  const world = phone.world as unknown as PhoneWorld
  const measure = (name: string, note: string, next: () => string): Row => {
    let found = 0
    const seconds = fastest(rounds, () => {
      for (let at = 0; at < SEARCHES; at++) found += searchDirectory(world, next()).lines.length
    })
    const microseconds = (seconds * 1e6) / SEARCHES
    const hits = (found / (SEARCHES * (rounds + 1))).toFixed(1)
    return row({
      name,
      figures: { us: microseconds },
      gate: { what: 'microseconds', value: microseconds, goal: 20, better: 'less' },
      note: `${world.companies.length} companies, ${note}, ${hits} lines each`,
    })
  }
  const queries = queriesOf(world)
  const unseen = newQueries(world)
  let at = 0
  return [
    measure('directory search', 'every fifth query misspelt', () => {
      at = (at + 1) % SEARCHES
      return queries[at] as string
    }),
    measure('directory search, a word never seen', 'each misspelt anew', () => unseen.next().value),
  ]
}
