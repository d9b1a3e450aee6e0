import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { ThoughtPolicy } from '../../env/thoughts.ts'
import { SERVE_COMMAND } from '../evaluation/chat-server.ts'
import { trainedMode } from '../runs/trained-mode.ts'
import type { EvaluateStage } from './config.ts'
import { thinkingWords } from './modes.ts'
import { sendReport } from './send-report.ts'
import { type StageEnd, withoutModel } from './state.ts'
import { type PipelineTools, runProgram } from './tools.ts'

/** The members that are used of the report of `evaluate --json`. */
const reportSchema = z.object({
  rollouts_played: z.number(),
  infrastructure_failures: z.number(),
  segments: z.array(
    z.object({
      split: z.string(),
      level: z.number().nullable(),
      clean: z.object({ rate: z.number().nullable() }),
      pass_at_k: z.array(z.object({ k: z.number(), mean: z.number().nullable() })),
    }),
  ),
})

/**
 * Lets each model play tasks under the clean prompt, behind a chat server of its own. Measures
 * clean success and pass@k of each split and level.
 *
 * @param folder for the reports, one subfolder per model
 * @param modelOf the model of a stage; undefined for another name
 */
export async function runEvaluateStage(
  { evaluate }: EvaluateStage,
  folder: string,
  modelOf: (stage: string) => string | undefined,
  tools: PipelineTools,
): Promise<StageEnd> {
  mkdirSync(folder, { recursive: true })
  const modes = evaluate.models.map((name) => trainedMode(tools.runsFolder, modelOf(name) ?? name))
  // Models without a training stage are measured in the mode of those with one.
  const usual = modes.find((mode) => mode !== undefined)
  const numbers: Record<string, number> = {}
  let unplayed = 0
  for (const [index, name] of evaluate.models.entries()) {
    const output = join(folder, name.replaceAll(/[^\w.-]/g, '-'))
    const model = modelOf(name) ?? name
    const { thinking, thoughts } = modes[index] ?? usual ?? {}
    const mode = { thinking: evaluate.thinking ?? thinking, thoughts }
    const words = evaluation({ ...evaluate, ...mode }, model, output, tools)
    const { code, out } = await runProgram(words, tools, true)
    // Code 1 means that some rollouts could not be played, which the report counts.
    const report = code > 1 ? undefined : parseReport(out)
    if (tools.signal.aborted) return withoutModel('stopped', 'stopped')
    if (report === undefined) {
      return withoutModel('failed', `${name} could not be measured (code ${code})`)
    }
    if (report.rollouts_played === 0) {
      return withoutModel(
        'failed',
        `no rollout of ${name} could be played: ${output}/report.md says why`,
      )
    }
    unplayed += report.infrastructure_failures
    Object.assign(numbers, reportFigures(name, report))
    const { python, wandb } = evaluate
    const problem = await sendReport({ python, wandb, run: `${name}-evaluation`, output }, tools)
    if (problem !== undefined) return withoutModel('failed', problem)
  }
  const message = unplayed === 0 ? '' : `${unplayed} rollouts could not be played`
  return withoutModel('done', message, numbers)
}

function evaluation(
  evaluate: EvaluateStage['evaluate'] & { readonly thoughts: ThoughtPolicy | undefined },
  model: string,
  output: string,
  { program, folder, runsFolder }: PipelineTools,
): readonly string[] {
  const { python, environment, settings, url, data, temperature } = evaluate
  const { max_tokens: maxTokens, thoughts } = evaluate
  const hasSettings = Object.keys(settings).length > 0
  const served = [SERVE_COMMAND.replace('python3', python)]
  const optional = (flag: string, value: string | number | undefined): string[] =>
    value === undefined ? [] : [flag, String(value)]
  return [
    ...[...program, 'evaluate', '--json', '--env', environment, '--policy', 'openai'],
    ...['--serve', model, '--serve-with', [...served, ...evaluate.serve_arguments].join(' ')],
    ...evaluate.splits.flatMap((split) => ['--split', split]),
    ...(evaluate.levels ?? []).flatMap((level) => ['--level', String(level)]),
    ...['--tasks', String(evaluate.tasks), '--rollouts', String(evaluate.rollouts)],
    ...['--critiques', String(evaluate.critiques), '--seed', String(evaluate.seed)],
    ...optional('--settings', hasSettings ? JSON.stringify(settings) : undefined),
    ...optional('--temperature', temperature),
    ...optional('--max-tokens', maxTokens),
    ...thinkingWords(evaluate.thinking),
    ...optional('--thoughts', thoughts),
    ...['--runs', runsFolder],
    ...optional('--url', url),
    ...optional('--data', data === undefined ? undefined : resolve(folder, data)),
    ...['--out', output],
  ]
}

type Report = z.output<typeof reportSchema>

function parseReport(out: string): Report | undefined {
  try {
    return reportSchema.parse(JSON.parse(out))
  } catch {
    return undefined
  }
}

/** Clean success of every split and level, and a split's pass@k for its largest k. */
function reportFigures(name: string, { segments }: Report): Record<string, number> {
  const figures: [string, number | null | undefined][] = []
  for (const { split, level, clean, pass_at_k: passes } of segments) {
    const of = level === null ? `${name} ${split}` : `${name} ${split} level ${level}`
    figures.push([`${of} clean`, clean.rate])
    const last = passes.at(-1)
    if (level === null && last !== undefined) figures.push([`${of} pass@${last.k}`, last.mean])
  }
  return Object.fromEntries(
    figures.filter((figure): figure is [string, number] => typeof figure[1] === 'number'),
  )
}
