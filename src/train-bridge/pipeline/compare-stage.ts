import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CompareStage } from './config.ts'
import { distinctModes, thinkingWords } from './modes.ts'
import { sendReport } from './send-report.ts'
import { type StageEnd, withoutModel } from './state.ts'
import { type PipelineTools, runProgram } from './tools.ts'

type Compared = CompareStage['compare']

/**
 * Asks each model to answer the prompts, and a reward model to judge the answers against the
 * reference. Answers of an interrupted stage are reused.
 *
 * @param folder for answers and reports
 * @param modelOf the model of a stage; undefined for another name
 */
export async function runCompareStage(
  { compare }: CompareStage,
  folder: string,
  modelOf: (stage: string) => string | undefined,
  tools: PipelineTools,
): Promise<StageEnd> {
  mkdirSync(folder, { recursive: true })
  const answersFile = (name: string): string => join(folder, `answers-${name}.jsonl`)
  const answerFiles = [[modelOf(compare.reference) ?? compare.reference, answersFile('reference')]]
  for (const stage of compare.models) {
    const model = modelOf(stage)
    if (model === undefined) return failed(`the stage ${stage} has left no model`, tools)
    answerFiles.push([model, answersFile(stage)])
  }
  const modes = distinctModes(
    answerFiles.map(([model = '']) => model),
    tools,
  )
  if (modes.length > 1 || (compare.thinking ?? modes[0]) !== (modes[0] ?? compare.thinking)) {
    return failed('its models were trained with other settings of thinking', tools)
  }
  const thinking = compare.thinking ?? modes[0]
  const trouble = await generate({ ...compare, thinking }, answerFiles, tools)
  if (trouble !== undefined) return failed(trouble, tools)
  const numbers: Record<string, number> = {}
  for (const stage of compare.models) {
    const files = { answers: answersFile(stage), reference: answersFile('reference') }
    const problem = await judge(compare, { stage, ...files, folder }, tools, numbers)
    if (problem !== undefined) return failed(problem, tools)
  }
  return withoutModel('done', '', numbers)
}

const failed = (message: string, { signal }: PipelineTools): StageEnd =>
  signal.aborted ? withoutModel('stopped', 'stopped') : withoutModel('failed', message)

/** One program serves all models, because its start takes longer than the answers. */
async function generate(
  compare: Compared,
  answerFiles: readonly (readonly string[])[],
  tools: PipelineTools,
): Promise<string | undefined> {
  const missingFiles = answerFiles.filter(([, output = '']) => !existsSync(output))
  if (missingFiles.length === 0) return undefined
  const words = [
    ...[compare.python, '-m', 'backchannel.generate'],
    ...['--prompts', resolve(tools.folder, compare.prompts), '--count', String(compare.count)],
    ...['--temperature', String(compare.temperature), '--top-p', String(compare.top_p)],
    ...['--max-tokens', String(compare.max_tokens)],
    ...thinkingWords(compare.thinking),
    ...missingFiles.flatMap((pair) => ['--answers', ...pair]),
  ]
  const { code } = await runProgram(words, tools)
  return code === 0 ? undefined : `the answers could not be written (code ${code})`
}

interface Judged {
  readonly stage: string
  readonly answers: string
  readonly reference: string
  readonly folder: string
}

async function judge(
  compare: Compared,
  { stage, answers, reference, folder }: Judged,
  tools: PipelineTools,
  numbers: Record<string, number>,
): Promise<string | undefined> {
  const key = compare.reward_api_key_env
  const words = [
    ...[...tools.program, 'evaluate', 'compare', '--json'],
    ...['--prompts', resolve(tools.folder, compare.prompts), '--count', String(compare.count)],
    ...['--answers-a', answers, '--answers-b', reference],
    ...['--reward-model', compare.reward_model, '--reward-base-url', compare.reward_base_url],
    ...(key === undefined ? [] : ['--reward-api-key-env', key]),
    ...['--out', join(folder, stage)],
  ]
  const { code, out } = await runProgram(words, tools, true)
  // Code 1 means that some answers or scores are missing, which the report counts.
  if (code > 1) return `the answers of ${stage} could not be compared (code ${code})`
  const figures = reportFigures(stage, out)
  if (Object.keys(figures).length === 0) {
    const report = join(folder, stage, 'report.md')
    return `no answer of ${stage} could be scored: ${report} counts why`
  }
  Object.assign(numbers, figures)
  const { python, wandb } = compare
  const output = join(folder, stage)
  return sendReport({ python, wandb, run: `${stage}-comparison`, output }, tools)
}

/** The figures of a report for the table. */
function reportFigures(stage: string, out: string): Record<string, number> {
  try {
    const report = JSON.parse(out) as Record<string, unknown>
    const estimates = { win_rate: report.win_rate, improvement: report.improvement }
    const figures = Object.entries(estimates).map(([name, value]) => [
      `${stage} ${name}`,
      typeof value === 'number' ? value : (value as { mean?: unknown } | null)?.mean,
    ])
    return Object.fromEntries(figures.filter(([, value]) => typeof value === 'number'))
  } catch {
    return {}
  }
}
