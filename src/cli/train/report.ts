import type { Evaluation } from '../../train-bridge/local/training/evaluate.ts'
import type { BatchMetrics } from '../../train-bridge/local/training/trainer.ts'
import { durationText, type ProgressSink } from '../progress.ts'

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
  firstBatch: number,
  batches: number,
  sink: ProgressSink = process.stderr,
  nowMs: () => number = () => performance.now(),
): TrainReport {
  const terminal = sink.isTTY === true
  const startMs = nowMs()
  const recent: number[] = []
  const clearLine = (): void => {
    if (terminal) sink.write('\r\u001b[2K')
  }
  return {
    onBatch({ batch, clean_success: cleanSuccess, tasks_drawn: tasks, lost }) {
      if (lost > 0) {
        clearLine()
        sink.write(`batch ${batch}: ${lost} rollouts were lost\n`)
      }
      if (cleanSuccess !== null) recent.push(cleanSuccess)
      if (recent.length > WINDOW) recent.shift()
      if (!terminal) return
      const mean = recent.reduce((sum, share) => sum + share, 0) / Math.max(recent.length, 1)
      const secondsLeft = ((nowMs() - startMs) / 1000 / (batch - firstBatch)) * (batches - batch)
      clearLine()
      sink.write(
        `batch ${batch}/${batches}, ${tasks} tasks, clean success ${percent(mean)} of the last ` +
          `${recent.length} batches, ${durationText(secondsLeft)} left`,
      )
    },
    onEvaluation(batch, { split, tasks, clean_success: cleanSuccess, clean_reward: reward }) {
      clearLine()
      const share = cleanSuccess === null ? '-' : percent(cleanSuccess)
      const mean = reward === null ? '-' : reward.toFixed(3)
      sink.write(
        `batch ${batch}: clean success ${share} on ${tasks} tasks of ${split}, reward ${mean}\n`,
      )
    },
    end: clearLine,
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
