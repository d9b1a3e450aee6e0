import type { Client } from '../../../client/client.ts'
import type { Evaluation } from './evaluate.ts'
import type { TrainOptions } from './options.ts'
import type { BatchMetrics } from './trainer.ts'

type Scalar = string | number | boolean | null
type Settings = Readonly<Record<string, Scalar>>
type Values = Readonly<Record<string, number>>
type Caller = Pick<Client, 'call'>

interface Entry {
  configuration?: Record<string, Scalar>
  points?: { step: number; values: Values }[]
}

/** Reports a run to its server. A failed report never ends the training. */
interface RunReport {
  onBatch(metrics: BatchMetrics): void
  onEvaluation(batch: number, evaluation: Evaluation): void
  /** Waits for pending reports. Returns why the first lost report failed. */
  end(): Promise<string | undefined>
}

/** Reports the settings first. Points have the step number that labels their episodes. */
export function reportRun(client: Caller, env: string, options: TrainOptions): RunReport {
  const { run, learningRate } = options
  let trouble: string | undefined
  let last: Promise<void> = Promise.resolve()
  const send = (entry: Entry): void => {
    last = last
      .then(() => client.call('run.log', { run, ...entry }))
      .then(
        () => undefined,
        (error: unknown) => {
          trouble ??= error instanceof Error ? error.message : String(error)
        },
      )
  }
  const log = (step: number, values: Readonly<Record<string, number | null>>): void => {
    const numbers = Object.entries(values).filter(([, value]) => value !== null)
    send({ points: [{ step, values: Object.fromEntries(numbers) as Values }] })
  }
  send({ configuration: { engine: 'local', env, ...flattenSettings(options) } })
  return {
    onBatch({ kind: _, batch, tasks_drawn: tasks, ...metrics }) {
      log(batch - 1, { ...metrics, tasks, learning_rate: learningRate })
    },
    onEvaluation(batch, { clean_success: success, clean_reward: reward, tasks }) {
      log(batch, { 'eval/success': success, 'eval/reward': reward, 'eval/tasks': tasks })
    },
    async end() {
      await last
      return trouble
    },
  }
}

/** Options by name. Nested members have dots in their names; lists are JSON. */
function flattenSettings(options: object, path = ''): Settings {
  const entries = Object.entries(options).flatMap(([name, value]): [string, Settings[string]][] => {
    if (value === undefined) return []
    if (typeof value !== 'object' || value === null) return [[path + name, value]]
    if (Array.isArray(value)) return [[path + name, JSON.stringify(value)]]
    return Object.entries(flattenSettings(value, `${path}${name}.`))
  })
  return Object.fromEntries(entries)
}
