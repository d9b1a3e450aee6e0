/** How the workers of one world in Python are run. */
export interface PythonWorldOptions {
  /** The module, or the module and its class: `my_world:Box`. */
  readonly module: string
  /** The folder that it is imported from. */
  readonly folder: string
  /** The Python that runs it. */
  readonly python: string
  /** Processes, each with one call at a time. */
  readonly workers: number
  /** How long a call may take before its process is killed. */
  readonly deadlineMs: number
  /** Address space of a process. */
  readonly memoryMegabytes: number
  /** What its processes find in their environment besides the fixed variables. */
  readonly environment: Readonly<Record<string, string>>
}

/** How the processes of a twin differ, which finds out worlds that are no pure functions. */
export interface PythonVariant {
  readonly hashSeed: number
  /** Shifts clocks, and forbids functions to change their arguments. */
  readonly isStrict: boolean
}

export const SERVED: PythonVariant = { hashSeed: 0, isStrict: false }
export const TWIN: PythonVariant = { hashSeed: 1, isStrict: true }
