import type { PhoneWorld } from '../../src/sim/phone/world.ts'
import { built } from '../support/built.ts'
import { builtData } from '../support/built-server.ts'
import { fastest } from '../support/fastest.ts'
import { type Bench, row } from '../support/row.ts'

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

/** Searching the company directory, each query another one. */
export const directorySearch: Bench = async ({ rounds }) => {
  const { searchDirectory } = await built('sim/phone/directory')
  const { dataSets } = await builtData()
  const phone = dataSets.find((set) => set.environment === 'phone-call-v1')
  if (phone === undefined) throw new Error('there is no data of the phone world in data/')
  const world = phone.world as unknown as PhoneWorld
  const queries = queriesOf(world)
  let found = 0
  const seconds = fastest(rounds, () => {
    for (const query of queries) found += searchDirectory(world, query).lines.length
  })
  const microseconds = (seconds * 1e6) / SEARCHES
  const hits = (found / (SEARCHES * (rounds + 1))).toFixed(1)
  return [
    row({
      name: 'directory search',
      figures: { us: microseconds },
      gate: { what: 'microseconds', value: microseconds, goal: 20, better: 'less' },
      note: `${world.companies.length} companies, every fifth query misspelt, ${hits} lines each`,
    }),
  ]
}
