import type { AnyEnvironment } from '../env/environment.ts'
import { ENVIRONMENTS } from '../env/registry.ts'
import type { Loaded } from './outside/load.ts'

let outside: readonly Loaded[] = []
let inPython: readonly AnyEnvironment[] = []

/** The environments of this command line: those of the program, and those it was told to load. */
export const environments = (): readonly AnyEnvironment[] => [
  ...ENVIRONMENTS,
  ...outside.map(({ environment }) => environment),
  ...inPython,
]

/** The environment of an id, or undefined. */
export const findEnvironment = (id: string): AnyEnvironment | undefined =>
  environments().find((environment) => environment.id === id)

/** The modules of an environment from outside; undefined if it is the program's own. */
export const modulesBehind = (id: string): ReadonlySet<string> | undefined =>
  outside.find(({ environment }) => environment.id === id)?.modules()

/** Says which environments this command line has besides those of the program. */
export function useEnvironments(loaded: readonly Loaded[]): void {
  outside = loaded
}

/** Says which worlds in Python this command line can ask on the spot. */
export function usePythonWorlds(started: readonly AnyEnvironment[]): void {
  inPython = started
}
