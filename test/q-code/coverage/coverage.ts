import { CONTROL, QUERY } from '../../../src/sim/q/parser/keywords.ts'
import { createSession, type Session } from '../../../src/sim/q/session.ts'
import { VERB_TABLE } from '../../../src/sim/q/verb-table.ts'
import { isDenied } from '../../../src/sim/q/verbs/verb.ts'
import { GAPS, REFERENCE } from './tables/reference-names.ts'

/** The coverage of a name of the reference. */
export type State = 'covered' | 'partly' | 'refused' | 'missing'

/** A name of the reference with its coverage. */
export interface CoveredName {
  readonly name: string
  readonly state: State
  /** What is missing, if known. */
  readonly gap: string | undefined
}

/** A part of the reference, name by name. */
export interface CoveredPart {
  readonly title: string
  readonly names: readonly CoveredName[]
}

const SYNTAX: ReadonlySet<string> = new Set([
  "'",
  '/',
  '\\',
  "':",
  '/:',
  '\\:',
  '$[]',
  ':[]',
  '.z.s',
])

/** The coverage of the language, determined by asking the interpreter for every name. */
export function coverage(): readonly CoveredPart[] {
  const session = createSession()
  return REFERENCE.map(({ title, names }) => ({
    title,
    names: names.map((name) => {
      const state = stateOf(session, name)
      const gap = GAPS[name]
      const isPartly = gap !== undefined && (state === 'covered' || state === 'missing')
      return { name, state: isPartly ? 'partly' : state, gap }
    }),
  }))
}

function stateOf(session: Session, name: string): State {
  if (/^\\./.test(name) && name !== '\\:') return ofCommand(session, name)
  if (/^(0N|-\d+)!$/.test(name)) return ofInternal(session, name)
  if (SYNTAX.has(name) || CONTROL.has(name) || QUERY.has(name)) return 'covered'
  const verb = VERB_TABLE.find(name)
  if (verb !== undefined) return isDenied(verb) ? 'refused' : 'covered'
  return VERB_TABLE.findVariable(name) === undefined ? 'missing' : 'covered'
}

function ofCommand(session: Session, name: string): State {
  const argument = COMMAND_ARGUMENTS[name] ?? ''
  return session.evaluate(`${name} ${argument}`).error?.name === 'noaccess' ? 'refused' : 'covered'
}

/** Arguments that commands need to have an effect. */
const COMMAND_ARGUMENTS: Readonly<Record<string, string>> = {
  '\\l': 'sp.q',
  '\\t': '1',
  '\\ts': '1',
  '\\x': '.z.pi',
}

/** An internal function exists if some kind of argument does not give `nyi`. */
function ofInternal(session: Session, name: string): State {
  const errors = INTERNAL_ARGUMENTS.map((text) => session.evaluate(name + text).error?.name)
  return errors.every((error) => error === 'nyi' || error === 'noaccess') ? 'refused' : 'covered'
}

const INTERNAL_ARGUMENTS = ['1', '`a', '"a"', '(2i;1.5)', '-8!1']
