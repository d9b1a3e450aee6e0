import type { Evaluation } from '../../train-bridge/local/training/evaluate.ts'
import type { BatchMetrics } from '../../train-bridge/local/training/trainer.ts'
import { duration, type ProgressSink } from '../progress.ts'

/** Reports the progress of training on standard error. */
interface TrainReport {
  onBatch(metrics: BatchMetrics): void
  onEvaluation(batch: number, evaluation: Evaluation): void
  end(): void
}

/** Batches in the running average of the shown success. */
const WINDOW = 10

/** A status line that redraws on a terminal, and one permanent line per evaluation. */
export function reportTraining(
  before: number,
  batches: number,
  sink: ProgressSink = process.stderr,
  nowMs: () => number = () => performance.now(),
): TrainReport {
  const terminal = sink.isTTY === true
  const startMs = nowMs()
  const recent: number[] = []
  const clear = (): void => {
    if (terminal) sink.write('\r\u001b[2K')
  }
  return {
    onBatch({ batch, clean_success: clean, tasks_drawn: tasks, lost }) {
      if (lost > 0) {
        clear()
        sink.write(`batch ${batch}: ${lost} rollouts were lost\n`)
      }
      if (clean !== null) recent.push(clean)
      if (recent.length > WINDOW) recent.shift()
      if (!terminal) return
      const mean = recent.reduce((sum, share) => sum + share, 0) / Math.max(recent.length, 1)
      const left = ((nowMs() - startMs) / 1000 / (batch - before)) * (batches - batch)
      clear()
      sink.write(
        `batch ${batch}/${batches}, ${tasks} tasks, clean success ${percent(mean)} of the last ` +
          `${recent.length} batches, ${duration(left)} left`,
      )
    },
    onEvaluation(batch, { split, tasks, clean_success: clean, clean_reward: reward }) {
      clear()
      const share = clean === null ? '-' : percent(clean)
      const mean = reward === null ? '-' : reward.toFixed(3)
      sink.write(
        `batch ${batch}: clean success ${share} on ${tasks} tasks of ${split}, reward ${mean}\n`,
      )
    },
    end: clear,
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
