import type { RandomStream } from '../../src/sim/random.ts'
import type { HostileSocket } from './hostile-socket.ts'
import type { Judge } from './judge.ts'

/** What an attack may use. */
export interface Scene {
  readonly url: string
  readonly random: RandomStream
  readonly judge: Judge
  /** A socket of the attacker, shared by attacks that leave it usable. */
  readonly socket: HostileSocket
  /** The attacker's token. */
  readonly token: string
  /** Episodes of the well-behaved players: nobody else may touch them. */
  readonly victims: readonly string[]
  /** Opens a socket of the attacker that the attack may lose. */
  connect(): Promise<HostileSocket>
}

/** One kind of misuse. It throws, by the judge, where the server answers wrongly. */
export interface Attack {
  readonly name: string
  run(scene: Scene): Promise<void>
}

/** An attack that only sends frames: each is judged, and the socket must stay usable. */
export const frames = (name: string, make: (scene: Scene) => readonly string[]): Attack => ({
  name,
  run: (scene) => scene.socket.burst(make(scene)),
})
