import type { Trouble } from './row-facts.ts'

/** Kind of a check, for programs. It does not depend on the package, file or machine. */
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

/** One check before a run starts. */
export interface Check {
  readonly code: CheckCode
  readonly what: string
  readonly status: 'fine' | 'failed'
  /** The finding. For failures, the problem and the remedy. */
  readonly message: string
}

/** Makes a failed check. */
export const failedCheck = (code: CheckCode, what: string, [message, remedy]: Trouble): Check => ({
  ...{ code, what, status: 'failed' },
  message: `${message.replace(/\.$/, '')}. ${remedy}`,
})

/** Makes a successful check. */
export const fine = (code: CheckCode, what: string, message: string): Check => ({
  ...{ code, what, status: 'fine', message },
})
