/** What people read about an environment. */
export interface Card {
  readonly title: string
  /** What the agent has to do, in a sentence or two. */
  readonly description: string
  /** Licence and origin of what its generator makes, for manifests. */
  readonly licence: string
  readonly origin: string
}

/** Licence and origin of what the generators of this project make. */
export const OWN_DATA = { licence: 'MIT', origin: 'made by this project’s generator' } as const
