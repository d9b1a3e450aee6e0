import type { Critic } from './critic.ts'
import { modelCritic } from './model.ts'

/** The rules of the environment write it. */
const ruleCritic: Critic = {
  writes: 'at_once',
  write: ({ attempt }) => attempt.critique,
}

/** The trainer writes and posts it. Otherwise the critique of the rules is used. */
const postedCritic: Critic = {
  writes: 'when_posted',
  write: () => undefined,
}

/** Every style of critique, by the name that a group's feedback asks for it. */
const CRITICS = {
  rule: ruleCritic,
  model: modelCritic,
  posted: postedCritic,
} as const satisfies Readonly<Record<string, Critic>>

export type CriticName = keyof typeof CRITICS

/** The names of the styles, in order. */
export const CRITIC_NAMES = Object.keys(CRITICS) as [CriticName, ...CriticName[]]

/** The critic of a name. */
export const findCritic = (name: CriticName): Critic => CRITICS[name]
