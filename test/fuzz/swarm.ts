import { stream } from '../../src/sim/random.ts'
import type { Attack } from './attack.ts'
import { CALL_ATTACKS } from './attacks/call-attacks.ts'
import { FRAME_ATTACKS } from './attacks/frame-attacks.ts'
import { HTTP_ATTACKS } from './attacks/http-attacks.ts'
import { SOCKET_ATTACKS } from './attacks/socket-attacks.ts'

export const ATTACKS: readonly Attack[] = [
  ...FRAME_ATTACKS,
  ...CALL_ATTACKS,
  ...SOCKET_ATTACKS,
  ...HTTP_ATTACKS,
]

/** The attacks of one run, and how often each is chosen. */
export interface Swarm {
  readonly attacks: readonly Attack[]
  readonly weights: readonly number[]
}

const KEPT_SHARE = 0.6
const WEIGHT_MAX = 10

/**
 * Each seed leaves out some kinds of attack and prefers others: what hides behind a frequent kind
 * shows in runs without it.
 */
export function swarmOf(seed: number): Swarm {
  const random = stream(seed, 0, 'fuzz-swarm')
  const kept = ATTACKS.filter(() => random.chance(KEPT_SHARE))
  const attacks = kept.length === 0 ? ATTACKS : kept
  return { attacks, weights: attacks.map(() => random.integer(1, WEIGHT_MAX)) }
}
