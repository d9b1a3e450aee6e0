import { stream } from '../../random.ts'
import type { PhoneTask } from '../task.ts'

/** How customers write; a newcomer to the language writes short, careful sentences. */
export const VOICES = ['chatty', 'curt', 'formal', 'elderly', 'newcomer'] as const
export type Voice = (typeof VOICES)[number]

/** The voice of a task's customer: the same in every rollout. */
export const voiceOf = ({ seed }: Pick<PhoneTask, 'seed'>): Voice =>
  stream(seed, 0, 'voice').pick(VOICES)
