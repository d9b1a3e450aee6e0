import { hostname } from 'node:os'
import { RayJobs } from '../ray/jobs.ts'
import { isAlive, readExitCode } from './process.ts'
import { lastStart, type RunRecord, type RunStart } from './record.ts'

/**
 * The state of a run. `lost`: it ended without an exit code, for example when the machine crashed.
 */
export interface RunState {
  readonly status: 'running' | 'succeeded' | 'failed' | 'stopped' | 'lost' | 'elsewhere'
  readonly exitCode: number | null
  readonly message: string
}

const state = (
  status: RunState['status'],
  message = '',
  exitCode: number | null = null,
): RunState => ({ status, exitCode, message })

/**
 * The state of a run's newest start.
 *
 * @throws RayError if its cluster does not answer
 */
export function readRunState(folder: string, record: RunRecord): Promise<RunState> | RunState {
  const start = lastStart(record)
  return start.ray === undefined ? processState(folder, start) : rayState(start)
}

function processState(folder: string, start: RunStart): RunState {
  const code = readExitCode(folder, start.number)
  if (code !== undefined) return endedState(code, start.stop_asked)
  if (start.process === undefined) return state('lost', 'it was never started')
  if (start.process.host !== hostname()) {
    return state('elsewhere', `it was started on ${start.process.host}; ask there`)
  }
  if (isAlive(start.process)) return state('running')
  // It may have ended between the two checks.
  const exitCode = readExitCode(folder, start.number)
  if (exitCode !== undefined) return endedState(exitCode, start.stop_asked)
  if (start.stop_asked) return state('stopped', 'it was killed')
  return state('lost', 'its process is gone and left no exit code')
}

function endedState(code: number, isStopAsked: boolean): RunState {
  if (code === 0) return state('succeeded', '', 0)
  return isStopAsked
    ? state('stopped', '', code)
    : state('failed', `it ended with code ${code}`, code)
}

/** The jobs of the cluster that a start runs on. */
export const openJobs = ({ address, token_env: name }: NonNullable<RunStart['ray']>): RayJobs =>
  new RayJobs({ address, token: process.env[name] })

async function rayState(start: RunStart): Promise<RunState> {
  if (start.ray === undefined) return state('lost')
  const job = await openJobs(start.ray).job(start.ray.job)
  if (job === undefined) return state('lost', 'the cluster does not know the job any more')
  switch (job.status) {
    case 'PENDING':
    case 'RUNNING':
      return state('running', job.status === 'PENDING' ? 'it waits for resources' : '')
    case 'SUCCEEDED':
      return state('succeeded', '', 0)
    case 'STOPPED':
      return state('stopped', '', job.exitCode)
    case 'FAILED':
      return state('failed', firstWords(job.message), job.exitCode)
  }
}

/** Ray's message without the last lines of the log, which "runs logs" prints. */
const firstWords = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/, last available logs .*$/, '')
