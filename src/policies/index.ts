import type { AnyEnvironment } from '../env/environment.ts'
import { nearestName } from '../sim/nearest-name.ts'
import { CHEATER_NAMES, cheaterPolicy } from './cheaters.ts'
import { EXPLOIT_NAMES, exploitPolicy } from './exploits.ts'
import { habitPolicy } from './habit.ts'
import { habitMemoryPolicy } from './habit-memory.ts'
import { oraclePolicy } from './oracle.ts'
import type { Policy } from './policy.ts'
import { randomPolicy } from './random.ts'
import { STUDENTS, studentPolicy } from './student.ts'

export type { Policy, RolloutResult, Situation } from './policy.ts'

/** What a policy may need to be made. */
export interface PolicyOptions {
  /** The environment of an id; throws for an unknown one. */
  readonly environmentOf: (id: string) => AnyEnvironment
}

type Maker = (options: PolicyOptions) => Policy

const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['oracle', ({ environmentOf }) => oraclePolicy(environmentOf)],
  ['random', ({ environmentOf }) => randomPolicy(environmentOf)],
  ['habit', habitPolicy],
  ['habit+memory', habitMemoryPolicy],
  ...Object.entries(STUDENTS).map(([name, traits]): readonly [string, Maker] => [
    name,
    () => studentPolicy(name, traits),
  ]),
  ...EXPLOIT_NAMES.map((name): readonly [string, Maker] => [name, () => exploitPolicy(name)]),
  ...CHEATER_NAMES.map((name): readonly [string, Maker] => [name, () => cheaterPolicy(name)]),
])

/** The names that `makePolicy` knows, in the order in which help lists them. */
export const policyNames = (): string[] => [...MAKERS.keys()]

/** Makes a policy by name; throws for an unknown name, with the nearest known one. */
export function makePolicy(name: string, options: PolicyOptions): Policy {
  const make = MAKERS.get(name)
  if (make !== undefined) return make(options)
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  const nearest = nearestName(shown, policyNames())
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new Error(`policy "${shown}" is unknown.${hint} Known: ${policyNames().join(', ')}.`)
}
