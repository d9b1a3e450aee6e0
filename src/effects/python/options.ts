/** Worker options of one Python world. */
export interface PythonWorldOptions {
  /** The module, or the module and its class: `my_world:Box`. */
  readonly module: string
  /** The folder of the module. */
  readonly folder: string
  /** The Python that runs it. */
  readonly python: string
  /** Processes, each with one call at a time. */
  readonly workers: number
  /** Time limit for a call. After it the process is killed. */
  readonly deadlineMs: number
  /** Address space of a process. */
  readonly memoryMegabytes: number
  /** Environment variables of its processes besides the fixed ones. */
  readonly environment: Readonly<Record<string, string>>
}

/** How a twin's processes differ. The differences expose worlds that are not pure functions. */
export interface PythonVariant {
  readonly hashSeed: number
  /** Shifts clocks and forbids functions to mutate their arguments. */
  readonly isStrict: boolean
}

export const SERVED_VARIANT: PythonVariant = { hashSeed: 0, isStrict: false }
export const TWIN: PythonVariant = { hashSeed: 1, isStrict: true }
