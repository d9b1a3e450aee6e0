import type { Critic } from './critic.ts'
import { modelCritic } from './model.ts'
import { postedCritic } from './posted.ts'
import { ruleCritic } from './rule.ts'

/** Every style of critique, by the name that a group's feedback asks for it. */
export const CRITICS = {
  rule: ruleCritic,
  model: modelCritic,
  posted: postedCritic,
} as const satisfies Readonly<Record<string, Critic>>

export type CriticName = keyof typeof CRITICS

/** The names of the styles, in order. */
export const CRITIC_NAMES = Object.keys(CRITICS) as [CriticName, ...CriticName[]]

/** The critic of a name. */
export const criticOf = (name: CriticName): Critic => CRITICS[name]
