import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCurve } from '../../evaluation/curves/read-curve.ts'
import type { Checkpoint } from './checkpoint.ts'
import { writeCheckpoint } from './checkpoint.ts'
import type { Evaluation } from './evaluate.ts'
import { CHECKPOINT_NAME, METRICS_NAME } from './files.ts'
import type { TrainOptions } from './options.ts'
import type { BatchMetrics, Trainer } from './trainer.ts'

/** Schedule and end of a run. */
export interface RunOptions {
  /** Folder for checkpoint and metrics. */
  readonly folder: string
  /** Total batches, including those before a resume. */
  readonly batches: number
  /** Batches between evaluations and between checkpoints; both also happen at the end. */
  readonly evaluateEvery: number
  readonly checkpointEvery: number
  readonly evaluate: (batch: number) => Promise<Evaluation>
  readonly onBatch: (metrics: BatchMetrics) => void
  readonly onEvaluation: (batch: number, evaluation: Evaluation) => void
  readonly isStopped: () => boolean
  /** A clock in milliseconds, for the seconds in the metrics. */
  readonly nowMs: () => number
}

/** How a run ended. */
interface RunEnd {
  readonly batches: number
  readonly isStopped: boolean
}

/**
 * Trains to the last batch or until it is stopped. In both cases the checkpoint contains the last
 * complete batch. Metrics are appended line by line, each with the seconds since this start of the
 * run.
 *
 * @throws BatchLostError if the server plays nothing any more, after writing the checkpoint
 */
export async function runTraining(
  trainer: Trainer,
  train: TrainOptions,
  options: RunOptions,
): Promise<RunEnd> {
  const { folder, batches, evaluateEvery, checkpointEvery, isStopped } = options
  mkdirSync(folder, { recursive: true })
  const log = metricsLog(options)
  const evaluateNow = async (): Promise<void> => {
    const { batch } = trainer.state
    const evaluation = await options.evaluate(batch)
    log({ ...evaluation, batch, tasks_drawn: trainer.state.tasksDrawn })
    options.onEvaluation(batch, evaluation)
  }
  const isDue = (batch: number): boolean =>
    evaluateEvery > 0 && (batch === batches || batch % evaluateEvery === 0)
  // A run that was killed during an evaluation has the checkpoint, but not the evaluation.
  const { batch: firstBatch } = trainer.state
  if (isDue(firstBatch) && !isEvaluated(folder, firstBatch)) await evaluateNow()
  while (trainer.state.batch < batches && !isStopped()) {
    const metrics = await trainer.step(isStopped).catch((error: unknown) => {
      save(trainer, train, folder)
      throw error
    })
    if (metrics === undefined) break
    log(metrics)
    options.onBatch(metrics)
    const isLast = metrics.batch === batches
    if (isLast || metrics.batch % checkpointEvery === 0) save(trainer, train, folder)
    if (isDue(metrics.batch)) await evaluateNow()
  }
  save(trainer, train, folder)
  return { batches: trainer.state.batch, isStopped: trainer.state.batch < batches }
}

/** Whether the metrics of a run have an evaluation after a batch. */
function isEvaluated(folder: string, batch: number): boolean {
  const path = join(folder, METRICS_NAME)
  if (!existsSync(path)) return false
  const { evaluations } = readCurve('', readFileSync(path, 'utf8'))
  return evaluations.some((evaluation) => evaluation.batch === batch)
}

/** Writes the current state of training. */
function save({ policy, adam, state }: Trainer, options: TrainOptions, folder: string): void {
  const checkpoint: Checkpoint = { policy, adam, state, options }
  writeCheckpoint(join(folder, CHECKPOINT_NAME), checkpoint)
}

function metricsLog({ folder, nowMs }: RunOptions): (line: object) => void {
  const startMs = nowMs()
  const path = join(folder, METRICS_NAME)
  return (line) => {
    const seconds = Math.round(nowMs() - startMs) / 1000
    appendFileSync(path, `${JSON.stringify({ ...line, seconds })}\n`)
  }
}
