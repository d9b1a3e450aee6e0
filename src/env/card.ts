/** The description of an environment for people. */
export interface Card {
  readonly title: string
  /** What the agent has to do, in a sentence or two. */
  readonly description: string
  /** Licence and origin of the generated tasks, for manifests. */
  readonly licence: string
  readonly origin: string
}

/** Licence and origin of tasks from the generators of this project. */
export const OWN_DATA = { licence: 'MIT', origin: 'made by this project’s generator' } as const
