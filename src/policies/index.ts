import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import { nearestName } from '../sim/nearest-name.ts'
import { CHEATER_NAMES, cheaterPolicy } from './cheaters.ts'
import { oraclePolicy } from './oracle.ts'
import type { Policy } from './policy.ts'
import { randomPolicy } from './random.ts'

export type { Policy } from './policy.ts'

type Maker = () => Policy

/** Everybody by name: who knows no world, and the players that environments bring along. */
function makersOf(environments: readonly AnyEnvironment[]): ReadonlyMap<string, Maker> {
  const environmentOf = (id: string): AnyEnvironment => {
    const found = environments.find((environment) => environment.id === id)
    if (found === undefined) throw new Error(`this build does not have the environment ${id}`)
    return found
  }
  return new Map<string, Maker>([
    ['oracle', () => oraclePolicy(environmentOf)],
    ['random', () => randomPolicy(environmentOf)],
    ...environments.flatMap(playersOf),
    ...CHEATER_NAMES.map((name): [string, Maker] => [name, () => cheaterPolicy(name)]),
  ])
}

const playersOf = ({ id, teaching: { players = {} } }: AnyEnvironment): [string, Maker][] =>
  Object.entries(players).map(([name, make]) => [
    name,
    () => {
      const player = make()
      const learn = player.learn?.bind(player)
      return {
        name,
        needsHidden: player.needsHidden,
        environments: [id],
        act: (situation) => player.act(situation),
        ...(learn === undefined ? {} : { learn }),
      }
    },
  ])

/** The names that `makePolicy` knows, in the order in which help lists them. */
export const policyNames = (
  environments: readonly AnyEnvironment[] = ENVIRONMENTS,
): readonly string[] => [...makersOf(environments).keys()]

/** Makes a policy by name; throws for an unknown name, with the nearest known one. */
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
