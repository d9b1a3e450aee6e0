import { randomUUID } from 'node:crypto'
import type { Client } from '../../client/client.ts'
import type { Resources } from '../../client/resources.ts'
import type { Policy } from '../../policies/policy.ts'
import { evaluationMarkdown } from '../../train-bridge/evaluation/markdown.ts'
import { playEvaluation } from '../../train-bridge/evaluation/play.ts'
import { evaluationPlots } from '../../train-bridge/evaluation/plots.ts'
import type { EvaluationReport } from '../../train-bridge/evaluation/report.ts'
import type { EvaluatedRollout, EvaluationData } from '../../train-bridge/evaluation/rollout.ts'
import { summariseEvaluation } from '../../train-bridge/evaluation/summarise.ts'
import { type EvaluationTask, fetchTasks } from '../../train-bridge/evaluation/tasks.ts'
import { HiddenFacts } from '../../train-bridge/rollouts/hidden.ts'
import { CommandError, EXIT } from '../errors.ts'
import { REPORTS_EARLY, untilInterrupted } from '../interrupt.ts'
import { type ReachFlags, withServer } from '../local-server.ts'
import { print, printFailures } from '../options.ts'
import { withProgress } from '../progress.ts'
import { policyOrCheckpoint } from '../rollout/checkpoint-policy.ts'
import type { PolicyFlags } from '../rollout/policy-of.ts'
import { parsedSettings } from '../settings-flag.ts'
import { ceilingLines } from './ceilings.ts'
import { jsonLines, writeReport } from './output.ts'
import { type ServeFlags, whileServed } from './serve.ts'

/** The flags of `evaluate`. */
export interface EvaluateFlags extends ReachFlags, PolicyFlags, ServeFlags {
  readonly env: string
  readonly settings?: string
  readonly split?: readonly string[]
  readonly level?: readonly number[]
  readonly tasks: number
  readonly rollouts: number
  readonly critiques: number
  readonly concurrency: number
  readonly seed: number
  readonly run?: string
  readonly out?: string
  readonly json?: true
}

/** Plays and reports. The exit code is 1 if some rollouts could not be played. */
export async function runEvaluate(flags: EvaluateFlags): Promise<void> {
  const { data, report } = await untilInterrupted(REPORTS_EARLY, (signal) =>
    whileServed(flags, signal, async (modelFlags) => {
      const policy = await policyOrCheckpoint(modelFlags)
      return withServer(flags, ({ client, resources }) =>
        evaluateOn({ flags: modelFlags, policy, client, resources, signal }),
      )
    }),
  )
  if (flags.json) print(JSON.stringify(report))
  else print(evaluationMarkdown(report).trimEnd())
  if (flags.out !== undefined) writeFiles(flags.out, data, report)
  printFailures(
    data.failures.map(
      ({ split, index, message }) => `task ${index} of ${split} was not played: ${message}`,
    ),
  )
  if (data.failures.length > 0 || data.partial) process.exitCode = EXIT.found
}

interface Evaluating {
  readonly flags: EvaluateFlags
  readonly policy: Policy
  readonly client: Client
  readonly resources: Resources
  readonly signal: AbortSignal
}

async function evaluateOn({ flags, policy, client, resources, signal }: Evaluating) {
  const { env, seed, rollouts, critiques, concurrency } = flags
  const { uses_seed: usesSeed } = await client.describe(env)
  const tasks = await chooseTasks(resources, flags)
  const settings = parsedSettings(flags.settings)
  const labels = flags.run === undefined ? {} : { run: flags.run }
  const hidden = new HiddenFacts(resources, env)
  const bar = { label: 'rollouts', total: tasks.length * rollouts }
  const data = await withProgress(bar, (onDone) =>
    playEvaluation({
      run: { client, policy, env, settings, seed, labels, hidden, signal },
      tasks,
      rollouts,
      critiques,
      name: `evaluation-${randomUUID()}`,
      usesSeed,
      concurrency,
      onDone,
    }),
  )
  const playedKeys = new Set(data.rollouts.map(({ split, index }) => `${split}/${index}`))
  const playedTasks = tasks.filter(({ split, index }) => playedKeys.has(`${split}/${index}`))
  const ceilings = await ceilingLines(resources, env, playedTasks, settings)
  const { thinking = null } = flags
  const parameters = { policy: policy.name, env, settings, seed, rollouts, critiques, thinking }
  return { data, report: summariseEvaluation(data, { ...parameters, ceilings }) }
}

async function chooseTasks(resources: Resources, flags: EvaluateFlags): Promise<EvaluationTask[]> {
  const { env, split: splits = ['val'], level, tasks: count } = flags
  const levels = level === undefined ? undefined : new Set(level)
  const chosenTasks: EvaluationTask[] = []
  for (const split of new Set(splits)) {
    const matchingTasks = await fetchTasks(resources, env, { split, levels, count })
    if (matchingTasks.length === 0) {
      const levelText = level === undefined ? '' : ` of level ${level.join(', ')}`
      throw new CommandError(
        `split ${split} of ${env} has no tasks${levelText}`,
        'Change --split or --level.',
      )
    }
    chosenTasks.push(...matchingTasks)
  }
  return chosenTasks
}

function writeFiles(folder: string, data: EvaluationData, report: EvaluationReport): void {
  const plots = evaluationPlots(report)
  const files = [
    { file: 'rollouts.jsonl', text: jsonLines(data.rollouts.map(toRow)) },
    { file: 'failures.jsonl', text: jsonLines(data.failures) },
  ]
  writeReport(folder, { report, markdown: evaluationMarkdown(report, plots), plots, files })
}

/** A rollout without its turns, which the episode's log contains. */
const toRow = ({ conduct, ...row }: EvaluatedRollout) => ({ ...row, tools: conduct.tools })
