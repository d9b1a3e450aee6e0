// Guards everyday q: recorded transcripts must print the same.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createSession } from '../../src/sim/q/index.ts'

const FOLDER = fileURLToPath(new URL('everyday', import.meta.url))
const PROMPT = 'q)'

interface Step {
  readonly entry: string
  readonly shown: string
}

/** The entries of a transcript with their output. Lines without a prompt continue an entry. */
const stepsOf = (text: string): readonly Step[] =>
  text
    .split(/^q\)/m)
    .slice(1)
    .map((part) => {
      const [entry = '', ...lines] = part.split('\n')
      return { entry, shown: lines.join('\n').trimEnd() }
    })

/** Replays a session, without spaces at line ends; errors appear by name. */
function replayed(steps: readonly Step[]): readonly Step[] {
  const session = createSession()
  return steps.map(({ entry }) => {
    const { output, error } = session.evaluate(entry)
    const text = error === undefined ? output : `${output}'${error.name}`
    return { entry: `${PROMPT}${entry}`, shown: text.replace(/ +$/gm, '').trimEnd() }
  })
}

describe('everyday entries', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.txt'))) {
    it(name, () => {
      const steps = stepsOf(readFileSync(`${FOLDER}/${name}`, 'utf8'))
      expect(steps.length).toBeGreaterThan(10)
      expect(replayed(steps)).toEqual(
        steps.map(({ entry, shown }) => ({ entry: `${PROMPT}${entry}`, shown })),
      )
    })
  }
})
