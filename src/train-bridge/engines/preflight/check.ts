import type { Trouble } from './row-facts.ts'

/** What a check is about, for programs: the same for every package, file and machine. */
export type CheckCode = `preflight/${
  | 'chat_template'
  | 'cluster'
  | 'data'
  | 'disk'
  | 'gpus'
  | 'machine'
  | 'model'
  | 'package'
  | 'python'
  | 'server'
  | 'tool_calls'
  | 'tracker'}`

/** One thing that was looked at before a run starts. */
export interface Check {
  readonly code: CheckCode
  readonly what: string
  readonly status: 'fine' | 'failed'
  /** What was found; for failures what is wrong and the remedy. */
  readonly message: string
}

/** A check that found something wrong. */
export const failed = (code: CheckCode, what: string, [message, remedy]: Trouble): Check => ({
  ...{ code, what, status: 'failed' },
  message: `${message.replace(/\.$/, '')}. ${remedy}`,
})

/** A check that found nothing wrong. */
export const fine = (code: CheckCode, what: string, message: string): Check => ({
  ...{ code, what, status: 'fine', message },
})
