import type { Player, RolloutResult } from '../env/player.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import { nearestName } from '../sim/nearest-name.ts'
import { CHEATER_NAMES, cheaterPolicy } from './cheaters.ts'
import { oraclePolicy } from './oracle.ts'
import type { Policy } from './policy.ts'
import { randomPolicy } from './random.ts'

export type { Policy } from './policy.ts'

type Maker = () => Policy

/** All policies by name: general ones, and the players of environments. */
function makersOf(environments: readonly AnyEnvironment[]): ReadonlyMap<string, Maker> {
  const environmentOf = (id: string): AnyEnvironment => {
    const found = environments.find((environment) => environment.id === id)
    if (found === undefined) throw new Error(`this build does not have the environment ${id}`)
    return found
  }
  return new Map<string, Maker>([
    ['oracle', () => oraclePolicy(environmentOf)],
    ['random', () => randomPolicy(environmentOf)],
    ...playersOf(environments),
    ...CHEATER_NAMES.map((name): [string, Maker] => [name, () => cheaterPolicy(name)]),
  ])
}

/** The players of environments. Players with the same name each play their own environment. */
function playersOf(environments: readonly AnyEnvironment[]): [string, Maker][] {
  const names = new Set(environments.flatMap(({ teaching }) => Object.keys(teaching.players ?? {})))
  return [...names].map((name) => [name, () => namedPolicy(name, environments)])
}

function namedPolicy(name: string, environments: readonly AnyEnvironment[]): Policy {
  const makers = environments.flatMap(({ id, teaching }): [string, () => Player][] => {
    const make = teaching.players?.[name]
    return make === undefined ? [] : [[id, make]]
  })
  const players = new Map(makers.map(([id, make]) => [id, make()]))
  const playerOf = (id: string): Player => {
    const found = players.get(id)
    if (found === undefined) throw new Error(`policy ${name} does not play ${id}`)
    return found
  }
  const all = [...players.values()]
  return {
    name,
    needsHidden: all.some(({ needsHidden }) => needsHidden),
    environments: [...players.keys()],
    act: (situation) => playerOf(situation.environment).act(situation),
    ...(all.some(({ learn }) => learn !== undefined)
      ? { learn: (result: RolloutResult) => playerOf(result.environment).learn?.(result) }
      : {}),
  }
}

/** The names that `makePolicy` accepts, in the order of the help. */
export const policyNames = (
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): readonly string[] => [...makersOf(environments).keys()]

/** Makes a policy by name. For an unknown name, throws an error with the nearest known one. */
export function makePolicy(
  name: string,
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): Policy {
  const make = makersOf(environments).get(name)
  if (make !== undefined) return make()
  const known = policyNames(environments)
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  const nearest = nearestName(shown, known)
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new Error(`policy "${shown}" is unknown.${hint} Known: ${known.join(', ')}.`)
}
