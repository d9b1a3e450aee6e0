import { Script } from 'node:vm'
import type { ConformanceHost } from '../../env/conformance/host.ts'
import { frameIn } from './traps.ts'

/** The longest time for one check of one task, which plays at most a few episodes. */
const TASK_MS_MAX = 20_000

const HOLDER = 'backchannelConformanceWork'
const script = new Script(`globalThis.${HOLDER}()`)

/** Stops calls that do not end, and finds the place of errors in these modules. */
export const hostOf = (
  modules: ReadonlySet<string>,
  timeoutMs: number = TASK_MS_MAX,
): ConformanceHost => ({
  endsInTime: (work) => endsInTime(work, timeoutMs),
  locate: (error) => (error instanceof Error ? frameIn(modules, error.stack) : undefined),
})

/** Runs work, and stops it after this time even within a loop, which only `node:vm` can do. */
function endsInTime(work: () => void, timeoutMs: number): boolean {
  Object.defineProperty(globalThis, HOLDER, { value: work, configurable: true })
  try {
    script.runInThisContext({ timeout: timeoutMs })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return false
    throw error
  }
}
