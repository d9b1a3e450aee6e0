import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../client/client.ts'
import type { CleanStart, FeedbackStart } from '../../env/learner/learner.ts'
import { canLearn, startingPolicy } from '../../train-bridge/local/cloning/start.ts'
import type { BaselineName } from '../../train-bridge/local/learning/baseline.ts'
import type { Signal } from '../../train-bridge/local/learning/groups.ts'
import type { LossName } from '../../train-bridge/local/learning/losses.ts'
import type { CleanWeights } from '../../train-bridge/local/learning/surrogate.ts'
import type { TrainPrompt } from '../../train-bridge/local/learning/update.ts'
import type { Architecture, LocalPolicy } from '../../train-bridge/local/policy/policy.ts'
import { ServerPlayground } from '../../train-bridge/local/rollouts/server.ts'
import {
  type Checkpoint,
  CheckpointError,
  freshCheckpoint,
  readCheckpoint,
} from '../../train-bridge/local/training/checkpoint.ts'
import { evaluatePolicy } from '../../train-bridge/local/training/evaluate.ts'
import { CHECKPOINT_NAME, METRICS_NAME } from '../../train-bridge/local/training/files.ts'
import { type TrainOptions, trainOptions } from '../../train-bridge/local/training/options.ts'
import { runTraining } from '../../train-bridge/local/training/run.ts'
import { reportRun } from '../../train-bridge/local/training/run-report.ts'
import {
  BatchLostError,
  Trainer,
  USUAL_TRAFFIC,
} from '../../train-bridge/local/training/trainer.ts'
import { environments, findEnvironment } from '../environments.ts'
import { CommandError } from '../errors.ts'
import { ENDS_SOON, untilInterrupted } from '../interrupt.ts'
import type { ReachFlags } from '../local-server.ts'
import { print } from '../options.ts'
import { reportTraining } from './report.ts'
import { evaluationOf, forgetAfter, type GivenOptions, refuseOtherSettings } from './resumed.ts'
import { type ScheduleFlags, toSchedule } from './schedule.ts'

export interface TrainFlags extends ReachFlags, ScheduleFlags {
  readonly env: string
  readonly out: string
  readonly resume?: true
  readonly batches: number
  readonly run: string
  readonly seed: number
  readonly loss: LossName
  readonly mode: TrainOptions['mode']
  readonly trainPrompt: TrainPrompt
  readonly cleanWeights: CleanWeights
  readonly signal: Signal
  readonly baseline: BaselineName
  readonly learningRate: number
  readonly groups: number
  readonly groupSize: number
  readonly epochs: number
  readonly weightCap: number
  readonly split: string
  readonly firstTask: number
  readonly architecture: Architecture
  readonly start: CleanStart
  readonly startFeedback: FeedbackStart
  readonly initial?: string
  readonly checkpointEvery: number
  readonly evaluateEvery: number
  readonly evaluateSplit: string
  readonly evaluateTasks: number
  readonly frame: number
}

/**
 * Trains the local engine's policy on the server of a client.
 *
 * @param given the options that do not have their defaults
 */
export async function trainOn(
  client: Client,
  flags: TrainFlags,
  given: GivenOptions,
): Promise<void> {
  const { out: folder, batches } = flags
  // Reports invalid options before the start is cloned, which takes seconds.
  const newOptions = flags.resume === true ? undefined : toTrainOptions(flags)
  const {
    policy,
    adam,
    state,
    options = newOptions ?? toTrainOptions(flags),
    evaluateSplit,
    evaluateTasks,
  } = await beginning(flags, given)
  const traffic = { ...USUAL_TRAFFIC, frame: flags.frame }
  const playground = new ServerPlayground({ client, env: policy.learner.environment })
  const trainer = new Trainer(playground, policy, options, { adam, state, traffic })
  const report = reportTraining(state.batch, batches)
  const onServer = reportRun(client, policy.learner.environment, options)
  const end = await untilInterrupted(ENDS_SOON, (signal) =>
    runTraining(trainer, options, {
      folder,
      batches,
      evaluateEvery: flags.evaluateEvery,
      checkpointEvery: flags.checkpointEvery,
      evaluate: (batch) =>
        evaluatePolicy(playground, policy, {
          split: evaluateSplit,
          firstTask: 0,
          tasks: evaluateTasks,
          attempts: 1,
          seed: options.seed,
          name: `${options.run}-evaluation-${state.generation}-${batch}`,
          traffic,
        }),
      onBatch(metrics) {
        report.onBatch(metrics)
        onServer.onBatch(metrics)
      },
      onEvaluation(batch, evaluation) {
        report.onEvaluation(batch, evaluation)
        onServer.onEvaluation(batch, evaluation)
      },
      isStopped: () => signal.aborted,
      nowMs: () => performance.now(),
    }),
  )
    .catch((error: unknown) => {
      if (!(error instanceof BatchLostError)) throw error
      throw new CommandError(error.message, 'Fix it, and continue with --resume.')
    })
    .finally(() => report.end())
  const trouble = await onServer.end()
  if (trouble !== undefined) process.stderr.write(`the run was not reported: ${trouble}\n`)
  print(`${end.batches} of ${batches} batches; checkpoint: ${join(folder, CHECKPOINT_NAME)}`)
  const change = flags.initial === undefined ? 'and --resume' : 'with --resume instead of --initial'
  if (end.isStopped) print(`Stopped. Continue with the same command ${change}.`)
}

function toTrainOptions(flags: TrainFlags): TrainOptions {
  const { run, seed, loss, mode, trainPrompt, baseline, learningRate, groups, groupSize } = flags
  const { epochs, cleanWeights, weightCap, signal, split, firstTask } = flags
  return trainOptions({
    ...{ run, seed, loss, mode, trainPrompt, baseline, learningRate, groups, groupSize },
    ...{
      epochs,
      cleanWeights,
      weightCap,
      signal,
      split,
      firstTask,
      feedback: toSchedule(flags, mode),
    },
  })
}

/** The start of training: a checkpoint of the same run, of another run, or a cloned policy. */
async function beginning(
  flags: TrainFlags,
  given: GivenOptions,
): Promise<Checkpoint & Pick<TrainFlags, 'evaluateSplit' | 'evaluateTasks'>> {
  const { evaluateSplit, evaluateTasks } = flags
  if (flags.resume !== true) {
    return { ...(await newBeginning(flags)), evaluateSplit, evaluateTasks }
  }
  const checkpoint = loadCheckpoint(join(flags.out, CHECKPOINT_NAME))
  refuseOtherSettings(checkpoint, flags, given)
  const state = { ...checkpoint.state, generation: checkpoint.state.generation + 1 }
  const metrics = forgetAfter(join(flags.out, METRICS_NAME), checkpoint.state.batch)
  return { ...checkpoint, state, ...evaluationOf(metrics, flags, given) }
}

async function newBeginning(flags: TrainFlags): Promise<Checkpoint> {
  const path = join(flags.out, CHECKPOINT_NAME)
  if (existsSync(path)) {
    const remedy = 'Continue with --resume, or name another folder with --out.'
    throw new CommandError(`${path} already exists`, remedy)
  }
  const metricsPath = join(flags.out, METRICS_NAME)
  if (existsSync(metricsPath)) {
    // A run that was killed before its first checkpoint. Its curve would mix with that of this run.
    const remedy = 'Remove it, or name another folder with --out.'
    throw new CommandError(`${metricsPath} has the metrics of another run`, remedy)
  }
  mkdirSync(flags.out, { recursive: true })
  if (flags.initial !== undefined) return freshCheckpoint(loadInitial(flags.initial, flags.env))
  const environment = findEnvironment(flags.env)
  if (environment === undefined || !canLearn(environment)) {
    const learnable = environments().filter(canLearn)
    const message = `the local engine has no policy for ${flags.env}`
    throw new CommandError(message, `Use --env ${learnable.map(({ id }) => id).join(' or ')}.`)
  }
  const { architecture, start, startFeedback, seed } = flags
  process.stderr.write('teaching the policy the task by demonstrations in another world\n')
  const startOptions = { architecture, clean: start, feedback: startFeedback, seed }
  return freshCheckpoint(await startingPolicy(environment, startOptions))
}

/** The weights of another run on the same environment. */
function loadInitial(path: string, env: string): LocalPolicy {
  const { policy } = loadCheckpoint(path)
  const { environment } = policy.learner
  if (environment === env) return policy
  throw new CommandError(`${path}: its policy plays ${environment}`, `Add --env ${environment}.`)
}

function loadCheckpoint(path: string): Checkpoint {
  try {
    return readCheckpoint(path)
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error
    throw new CommandError(error.message, 'Name a checkpoint.bin of this build.')
  }
}
