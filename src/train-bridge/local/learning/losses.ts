import { dapo } from './dapo.ts'
import { grpo } from './grpo.ts'
import type { Loss, LossOptions } from './loss.ts'
import { rloo } from './rloo.ts'

export const LOSS_NAMES = ['grpo', 'dapo', 'rloo'] as const
export type LossName = (typeof LOSS_NAMES)[number]

/** How far ratios may go where nothing else is said; DAPO's upper bound is the wider one. */
export const CLIP_LOW = 0.2
export const CLIP_HIGH: Readonly<Record<LossName, number>> = { grpo: 0.2, dapo: 0.28, rloo: 0 }

const MAKERS: Readonly<Record<LossName, (options: LossOptions) => Loss>> = { grpo, dapo, rloo }

/** The loss of a name. */
export const makeLoss = (name: LossName, options: LossOptions): Loss => MAKERS[name](options)
