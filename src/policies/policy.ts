import type { Action } from '../env/message.ts'
import type { Player, Situation } from '../env/player.ts'

export type { RolloutResult, Situation } from '../env/player.ts'

/** A player of episodes. One object plays many rollouts, several at the same time. */
export interface Policy extends Omit<Player, 'act'> {
  readonly name: string
  /** The environments that it can play. Default: any. */
  readonly environments?: readonly string[]
  act(situation: Situation): Action | Promise<Action>
}
