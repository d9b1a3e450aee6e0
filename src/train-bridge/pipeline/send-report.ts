import { join } from 'node:path'
import { type PipelineTools, runProgram } from './tools.ts'

/** A report and its destination. */
interface SentReport {
  readonly python: string
  readonly wandb: { readonly project: string; readonly entity?: string | undefined } | undefined
  /** Its name at the destination. */
  readonly run: string
  /** The folder of the report. */
  readonly output: string
}

/** Sends a report to Weights & Biases, if requested. Returns the error, if any. */
export async function sendReport(
  { python, wandb, run, output }: SentReport,
  tools: PipelineTools,
): Promise<string | undefined> {
  if (wandb === undefined) return undefined
  const { project, entity } = wandb
  const words = [
    ...[python, '-m', 'backchannel.results', 'wandb', '--project', project],
    ...(entity === undefined ? [] : ['--entity', entity]),
    ...['--run', run, join(output, 'report.json')],
  ]
  const { code } = await runProgram(words, tools)
  return code === 0 ? undefined : `the report of ${run} could not be sent to Weights & Biases`
}
