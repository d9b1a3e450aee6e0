import { nearestName } from '../../src/sim/nearest-name.ts'
import { SUITES, type Suite } from './suites.ts'

/** One line for each suite. */
export function listOfSuites(): string {
  const names = Object.keys(SUITES)
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${SUITES[name]?.description}`)
  return ['npm run suite NAME [-- ARGUMENTS]', '', ...lines].join('\n')
}

/** The suite with this name, or a sentence that lists the names. */
export function chosenSuite(name: string): Suite | string {
  if (Object.hasOwn(SUITES, name)) return SUITES[name] as Suite
  const nearest = nearestName(name, Object.keys(SUITES))
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `There is no suite ${JSON.stringify(name)}.${hint} \`npm run suite\` lists all.`
}
