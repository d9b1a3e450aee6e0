/** Where the host writes what an operator should know. One line per episode, never per step. */
export interface HostLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** Says nothing. */
export const SILENT: HostLog = { info() {}, warn() {}, error() {} }
