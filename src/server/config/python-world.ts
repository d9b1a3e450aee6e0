import { z } from 'zod'
import { milliseconds } from './settings.ts'

const ALLOWED_VARIABLE = /^(?!PYTHON)[A-Za-z_][A-Za-z0-9_]*$/

/** A world in Python, and the processes that play it. */
export const pythonWorldSettings = z.strictObject({
  /** The module, or the module and its class: `my_world:Box`. */
  module: z
    .string()
    .regex(/^[A-Za-z_][\w.]*(:[A-Za-z_]\w*)?$/, 'must be a module, or a module and its class'),
  /** The folder to import it from. */
  folder: z.string().min(1).default('.'),
  /** The Python interpreter, such as that of a virtual environment. */
  python: z.string().min(1).default('python3'),
  /** The number of processes; each handles one call at a time. */
  workers: z.int().min(1).max(256).default(2),
  /** How long a call may take before its process is killed. */
  deadline_ms: milliseconds(10).max(60_000).default(5_000),
  /** The address space of a process. */
  memory_megabytes: z.int().min(64).max(1_048_576).default(1_024),
  /** Extra environment variables. The processes see no other variables of the server. */
  environment: z
    .record(z.string().regex(ALLOWED_VARIABLE, 'must not begin with PYTHON'), z.string())
    .default({}),
})
export type PythonWorldSettings = z.infer<typeof pythonWorldSettings>
