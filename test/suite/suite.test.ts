// Guards that every suite can be started and is listed, and that a wrong name says what to do.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chosenSuite, listOfSuites } from './choose.ts'
import { SUITES } from './suites.ts'

const isFile = (part: string): boolean => /\.(ts|sh|py)$/.test(part)
const placeOf = (part: string): string =>
  part.startsWith('tests/') ? `src/train-bridge/python/${part}` : part

it.each(Object.entries(SUITES))('%s runs files that exist, and is listed', (name, suite) => {
  const files = suite.command.filter(isFile)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(existsSync(placeOf(file)), file).toBe(true)
  expect(listOfSuites()).toContain(`  ${name} `)
})

it('an unknown name is answered with the nearest one', () => {
  expect(chosenSuite('sock')).toContain('Did you mean soak?')
  expect(chosenSuite('constructor')).toContain('no suite "constructor"')
  expect(chosenSuite('soak')).toBe(SUITES.soak)
})

it('no suite has a script of its own in package.json as well', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.suite).toBe('tsx test/suite/run.ts')
  const own = Object.keys(scripts).filter((name) => name.startsWith('test:') || name in SUITES)
  expect(own).toEqual([])
})
