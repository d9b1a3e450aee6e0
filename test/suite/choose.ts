import { nearestName } from '../../src/sim/nearest-name.ts'
import { SUITES, type Suite } from './suites.ts'

/** One line for each suite. */
export function listOfSuites(): string {
  const names = Object.keys(SUITES)
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${SUITES[name]?.says}`)
  return ['npm run suite NAME [-- ARGUMENTS]', '', ...lines].join('\n')
}

/** The suite of this name, or a sentence that says which there are. */
export function chosenSuite(name: string): Suite | string {
  if (Object.hasOwn(SUITES, name)) return SUITES[name] as Suite
  const near = nearestName(name, Object.keys(SUITES))
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  return `There is no suite ${JSON.stringify(name)}.${hint} \`npm run suite\` lists all.`
}
