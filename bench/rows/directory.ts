import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { built } from '../support/built.ts'
import { builtData } from '../support/built-server.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, type Row, row } from '../support/row.ts'

const SEARCHES = 5_000
const TOPICS = ['billing', 'a wrong invoice', 'opening hours', 'returns', 'my account', 'a repair']

/** Queries as agents write them: a company, a department and a topic. Every fifth has a typo. */
function agentQueries(world: PhoneWorld): string[] {
  return Array.from({ length: SEARCHES }, (_, index) => {
    const company = world.companies[index % world.companies.length]
    const name = company?.name ?? ''
    const typedName = index % 5 === 0 ? name.slice(0, 2) + name.slice(3) : name
    return `${typedName} ${TOPICS[index % TOPICS.length]}`
  })
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Queries with a new word: a company name with a typo that no earlier query had. */
function* newQueries(world: PhoneWorld): Generator<string, never> {
  for (let index = 0; ; index++) {
    const { name = '' } = world.companies[index % world.companies.length] ?? {}
    const [first, second] = [index, Math.floor(index / LETTERS.length)].map(
      (number) => LETTERS[number % LETTERS.length],
    )
    const round = Math.floor(index / LETTERS.length ** 2) % name.length
    const typedName = `${name.slice(0, round)}${first}${second}${name.slice(round + 1)}`
    yield `${typedName} ${TOPICS[index % TOPICS.length]}`
  }
}

/** Searches of the company directory: with queries that recur, and with words never seen. */
export const directorySearch: Bench = async ({ rounds }) => {
  const { searchDirectory } = await built('sim/phone/directory')
  const { dataSets } = await builtData()
  const phone = dataSets.find((set) => set.environment === 'phone-call-v2')
  if (phone === undefined) throw new Error('there is no data of the phone world in data/')
  const world = phone.world as unknown as PhoneWorld
  const measure = (name: string, note: string, nextQuery: () => string): Row => {
    let resultCount = 0
    const seconds = fastest(rounds, () => {
      for (let search = 0; search < SEARCHES; search++)
        resultCount += searchDirectory(world, nextQuery()).lines.length
    })
    const microseconds = (seconds * 1e6) / SEARCHES
    const hits = (resultCount / (SEARCHES * (rounds + 1))).toFixed(1)
    return row({
      name,
      figures: { us: microseconds },
      gate: { what: 'microseconds', value: microseconds, goal: 20, better: 'less' },
      note: `${world.companies.length} companies, ${note}, ${hits} lines each`,
    })
  }
  const queries = agentQueries(world)
  const unseen = newQueries(world)
  let queryIndex = 0
  return [
    measure('directory search', 'every fifth query misspelt', () => {
      queryIndex = (queryIndex + 1) % SEARCHES
      return queries[queryIndex] as string
    }),
    measure('directory search, a word never seen', 'each misspelt anew', () => unseen.next().value),
  ]
}
