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
function policyMakers(environments: readonly AnyEnvironment[]): ReadonlyMap<string, Maker> {
  const findEnvironment = (id: string): AnyEnvironment => {
    const found = environments.find((environment) => environment.id === id)
    if (found === undefined) throw new Error(`this build does not have the environment ${id}`)
    return found
  }
  return new Map<string, Maker>([
    ['oracle', () => oraclePolicy(findEnvironment)],
    ['random', () => randomPolicy(findEnvironment)],
    ...listPlayers(environments),
    ...CHEATER_NAMES.map((name): [string, Maker] => [name, () => cheaterPolicy(name)]),
  ])
}

/** The players of environments. Players with the same name each play their own environment. */
function listPlayers(environments: readonly AnyEnvironment[]): [string, Maker][] {
  const names = new Set(environments.flatMap(({ teaching }) => Object.keys(teaching.players ?? {})))
  return [...names].map((name) => [name, () => namedPolicy(name, environments)])
}

function namedPolicy(name: string, environments: readonly AnyEnvironment[]): Policy {
  const makers = environments.flatMap(({ id, teaching }): [string, () => Player][] => {
    const make = teaching.players?.[name]
    return make === undefined ? [] : [[id, make]]
  })
  const players = new Map(makers.map(([id, make]) => [id, make()]))
  const findPlayer = (id: string): Player => {
    const found = players.get(id)
    if (found === undefined) throw new Error(`policy ${name} does not play ${id}`)
    return found
  }
  const allPlayers = [...players.values()]
  return {
    name,
    needsHidden: allPlayers.some(({ needsHidden }) => needsHidden),
    environments: [...players.keys()],
    act: (situation) => findPlayer(situation.environment).act(situation),
    ...(allPlayers.some(({ learn }) => learn !== undefined)
      ? { learn: (result: RolloutResult) => findPlayer(result.environment).learn?.(result) }
      : {}),
  }
}

/** The names that `makePolicy` accepts, in the order of the help. */
export const policyNames = (
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): readonly string[] => [...policyMakers(environments).keys()]

/** Makes a policy by name. For an unknown name, throws an error with the nearest known one. */
export function makePolicy(
  name: string,
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): Policy {
  const make = policyMakers(environments).get(name)
  if (make !== undefined) return make()
  const policyList = policyNames(environments)
  const shortName = name.length > 40 ? `${name.slice(0, 40)}…` : name
  const nearest = nearestName(shortName, policyList)
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new Error(`policy "${shortName}" is unknown.${hint} Known: ${policyList.join(', ')}.`)
}
