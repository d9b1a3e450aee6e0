/** The log for the operator. It gets at most one line for each episode, never one for each step. */
export interface HostLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** A log that discards everything. */
export const SILENT_LOG: HostLog = { info() {}, warn() {}, error() {} }
