import type { AnyEnvironment } from './environment.ts'
import type { Action, Transcript } from './message.ts'
import type { Situation } from './player.ts'

/** The next turn of the player `oracle`. */
export const oracleTurn = (
  environment: AnyEnvironment,
  { task, world }: NonNullable<Situation['hidden']>,
  transcript: Transcript,
): Action =>
  environment.solveAsShown?.(task, world, transcript) ?? environment.solve(task, world, transcript)
