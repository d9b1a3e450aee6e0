import type { AnyEnvironment } from '../env/plugin.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import { nearestName } from '../sim/nearest-name.ts'
import { CommandError } from './errors.ts'
import type { Loaded } from './outside/load.ts'
import type { BrokenWorld, WorldsHere } from './python-worlds.ts'

let outside: readonly Loaded[] = []
let inPython: readonly AnyEnvironment[] = []
let broken: readonly BrokenWorld[] = []

/** The environments of this command line: those of the program, and those it was told to load. */
export const environments = (): readonly AnyEnvironment[] => [
  ...ENVIRONMENTS,
  ...outside.map(({ environment }) => environment),
  ...inPython,
]

/** The environment of an id, or undefined. */
export const findEnvironment = (id: string): AnyEnvironment | undefined =>
  environments().find((environment) => environment.id === id)

/**
 * The environment of an id.
 *
 * @param instead what else may be done, as a sentence
 * @throws CommandError naming those there are
 */
export function environmentNamed(id: string, instead = ''): AnyEnvironment {
  const environment = findEnvironment(id)
  if (environment !== undefined) return environment
  const known = environments().map((one) => one.id)
  const near = nearestName(id, known)
  const meant = near === undefined ? '' : `Did you mean ${near}? `
  const remedy = `${meant}Known: ${known.join(', ')}. ${instead}`
  throw new CommandError(`there is no environment "${id}"`, remedy.trim())
}

/** The modules of an environment from outside; undefined if it is the program's own. */
export const modulesBehind = (id: string): ReadonlySet<string> | undefined =>
  outside.find(({ environment }) => environment.id === id)?.modules()

/** Says which environments this command line has besides those of the program. */
export function useEnvironments(loaded: readonly Loaded[]): void {
  outside = loaded
}

/** Says which worlds in Python this command line can ask on the spot. */
export function usePythonWorlds(started: Pick<WorldsHere, 'environments' | 'broken'>): void {
  inPython = started.environments
  broken = started.broken
}

/** The worlds in Python whose code is wrong. */
export const brokenWorlds = (): readonly BrokenWorld[] => broken
