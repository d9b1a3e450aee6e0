import type { Trouble } from './row-facts.ts'

/** One thing that was looked at before a run starts. */
export interface Check {
  readonly what: string
  readonly status: 'fine' | 'failed'
  /** What was found; for failures what is wrong and the remedy. */
  readonly message: string
}

/** A check that found something wrong. */
export const failed = (what: string, [message, remedy]: Trouble): Check => ({
  what,
  status: 'failed',
  message: `${message.replace(/\.$/, '')}. ${remedy}`,
})

/** A check that found nothing wrong. */
export const fine = (what: string, message: string): Check => ({ what, status: 'fine', message })
