import { stream } from '../random.ts'
import { VOICES, type Voice } from './people/voices.ts'
import type { Customer } from './task.ts'

/** Customers born by then may write as old people do, and do not write as young parents do. */
const OLD_BY = 1956

/** The voice of a customer, which fits their age. The same in every rollout. */
export function voiceFor({ values }: Pick<Customer, 'values'>, seed: number): Voice {
  const isOld = Number(values.date_of_birth.slice(0, 4)) <= OLD_BY
  const unfit: Voice = isOld ? 'chatty' : 'elderly'
  const fit = VOICES.filter((voice) => voice !== unfit)
  // Few customers are old, so half of those write as old people do.
  return stream(seed, 0, 'voice').pick(isOld ? [...fit, 'elderly', 'elderly'] : fit)
}
