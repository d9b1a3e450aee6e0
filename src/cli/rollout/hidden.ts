import { BackchannelError } from '../../client/errors.ts'
import type { Resources } from '../../client/resources.ts'
import type { Situation } from '../../policies/policy.ts'
import { CommandError } from '../errors.ts'

export type Hidden = NonNullable<Situation['hidden']>

/** Fetches what only admins may see: whole tasks, and the world they share, once. */
export class HiddenFacts {
  readonly #resources: Resources
  readonly #env: string
  #world: Promise<{ readonly world: object }> | undefined

  constructor(resources: Resources, env: string) {
    this.#resources = resources
    this.#env = env
  }

  /** @throws CommandError if the token's role is not admin; BackchannelError */
  async of(task: string): Promise<Hidden> {
    this.#world ??= this.#resources.world(this.#env)
    try {
      const [{ world }, whole] = await Promise.all([
        this.#world,
        this.#resources.task(this.#env, task, { hidden: true }),
      ])
      return { task: whole, world } as Hidden
    } catch (error) {
      if (!(error instanceof BackchannelError) || error.code !== 'auth/forbidden') throw error
      throw new CommandError(
        'this policy must see the hidden side of tasks, which the token does not allow',
        'Give the token of an admin, or leave out --url to play on a server in this process.',
      )
    }
  }
}
