import { BackchannelError } from '../../client/errors.ts'
import type { Resources } from '../../client/resources.ts'
import type { Situation } from '../../policies/policy.ts'

type Hidden = NonNullable<Situation['hidden']>

/** Fetches what only admins may read: whole tasks, and their shared world once. */
export class HiddenFacts {
  readonly #resources: Resources
  readonly #env: string
  #world: Promise<{ readonly world: object }> | undefined

  constructor(resources: Resources, env: string) {
    this.#resources = resources
    this.#env = env
  }

  /** @throws BackchannelError, `auth/forbidden` if the token's role is not admin */
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
      const { code, status } = error
      throw new BackchannelError(
        'this policy must see the hidden side of tasks, which the token does not allow',
        {
          code,
          status,
          hint: 'Give the token of an admin, or leave out --url to play in this process.',
          cause: error,
        },
      )
    }
  }
}
