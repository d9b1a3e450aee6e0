import { Command, Option } from 'commander'
import { CLEAN_STARTS, FEEDBACK_STARTS } from '../env/learner/learner.ts'
import { ENGINE_NAMES, TRAINING_METHODS } from '../train-bridge/engines/config.ts'
import { BASELINES } from '../train-bridge/local/learning/baseline.ts'
import { SIGNALS } from '../train-bridge/local/learning/groups.ts'
import { LOSS_NAMES, type LossName } from '../train-bridge/local/learning/losses.ts'
import { CLEAN_WEIGHTS } from '../train-bridge/local/learning/surrogate.ts'
import { TRAIN_PROMPTS } from '../train-bridge/local/learning/update.ts'
import { ARCHITECTURES } from '../train-bridge/local/policy/policy.ts'
import { CommandError } from './errors.ts'
import { withServer } from './local-server.ts'
import { addServerOptions, helpEnd, number, wholeNumber } from './options.ts'
import { parseRunLabel } from './run-label.ts'
import type { EngineFlags } from './train/engine.ts'
import { type TrainFlags, trainOn } from './train/local.ts'
import { givenOptions } from './train/resumed.ts'
import { addScheduleOptions } from './train/schedule.ts'

const ENGINES = ['local', ...ENGINE_NAMES] as const

const EXAMPLES = [
  'train --engine local --out var/train/first',
  'train --engine local --out var/train/first --resume --batches 400',
  'train --engine local --mode feedback --train-prompt clean --waves 2,3,3 --out var/train/guided',
  'train --engine local --loss dapo --start 2 --seed 3 --out var/train/dapo',
  'train --engine local --url http://127.0.0.1:8000 --run second --out var/train/second',
  'train --config presets/qwen3-8b-dapo-feedback.yaml --plan',
  'train --engine trl --method sft --config presets/chat-sft.yaml',
  'train --config presets/q-grpo.yaml --size 14B --plan',
]

/** The command `train`. */
export function trainCommand(): Command {
  const command = new Command('train').description(
    'Train a policy by rollouts on a server. The engine `local` trains a small one on the CPU: ' +
      'Ctrl-C leaves a checkpoint of the last complete batch, from which --resume continues. ' +
      '`verl` and `trl` train a language model that a file describes, here or on a Ray cluster.',
  )
  addServerOptions(command, 'server to play on (default: one in this process, in memory)')
    .option('--data <folder>', 'without --url: folder of data sets')
    .option('--config <file>', 'local without --url: settings; verl, trl: file of the run')
    .option('--db <path>', 'without --url: event store, to keep the episodes')
    .addOption(
      new Option(
        '--engine <name>',
        'training engine (default: that of the file of --config)',
      ).choices(ENGINES),
    )
    .option('--env <id>', 'environment', 'phone-call-v2')
    .option('--out <folder>', 'local: where checkpoint.bin and metrics.jsonl go')
    .option(
      '--resume',
      'continue a run: local from --out with its settings, others from their checkpoints',
    )
    .option('--batches <n>', 'batches in all', wholeNumber(1), 200)
  addEngineOptions(command)
  addLearningOptions(command)
  addScheduleOptions(command)
  addStartOptions(command)
  return addEvaluationOptions(command).addHelpText('after', helpEnd(EXAMPLES, '')).action(run)
}

function addEngineOptions(command: Command): void {
  command
    .addOption(
      new Option('--method <name>', 'training method; for local the same as --loss').choices(
        TRAINING_METHODS,
      ),
    )
    .option('--model <name>', 'verl, trl: start from this model instead of the file’s')
    .option('--size <name>', 'verl, trl: one of the file’s sizes, such as 7B')
    .option('--plan', 'verl, trl: print every file and command, and start nothing')
    .option('--check', 'verl, trl: run the checks before a start, and start nothing')
    .option('--no-preflight', 'verl, trl: start without these checks')
    .option('--detach', 'verl, trl: leave the run in the background; see "runs"')
    .option('--runs <folder>', 'verl, trl: where runs are recorded (default: ./var/runs)')
    .option('--json', 'with --plan or --check: print JSON')
}

function addLearningOptions(command: Command): void {
  command
    .option('--run <label>', 'name of the run: label of its episodes', parseRunLabel, 'local')
    .option('--seed <n>', 'seed of the starting weights and of every draw', wholeNumber(0), 1)
    .addOption(new Option('--loss <name>', 'what is maximised').choices(LOSS_NAMES).default('grpo'))
    .addOption(
      new Option('--mode <mode>', 'whether later rollouts of a group see critiques of earlier ones')
        .choices(['independent', 'feedback'])
        .default('independent'),
    )
    .addOption(
      new Option('--train-prompt <prompt>', 'prompt under which guided rollouts are trained')
        .choices(TRAIN_PROMPTS)
        .default('guided'),
    )
    .addOption(
      new Option('--clean-weights <name>', 'importance weights with --train-prompt clean')
        .choices(CLEAN_WEIGHTS)
        .default('truncated'),
    )
    .addOption(
      new Option('--signal <name>', 'what gives rollouts a positive weight')
        .choices(SIGNALS)
        .default('reward'),
    )
    .addOption(
      new Option('--baseline <name>', 'what rewards are compared with')
        .choices(BASELINES)
        .default('group'),
    )
    .option('--learning-rate <x>', 'learning rate of Adam', number(0, 10), 0.04)
    .option('--groups <n>', 'groups in a batch', wholeNumber(1, 4_096), 16)
    .option('--group-size <n>', 'rollouts of a task', wholeNumber(2, 256), 8)
    .option('--epochs <n>', 'passes over a batch', wholeNumber(1, 100), 1)
    .option(
      '--weight-cap <x>',
      'largest importance weight of a positive advantage, with --train-prompt clean',
      parseCap,
      1.28,
    )
    .option('--split <name>', 'split that tasks are drawn from, in order', 'stream')
    .option('--first-task <n>', 'index of the first of these tasks', wholeNumber(0), 0)
}

const parseCap = number(1, 1_000)

function addStartOptions(command: Command): void {
  command
    .addOption(
      new Option('--architecture <name>', 'policy: log-linear, or with a hidden layer of 64 units')
        .choices(ARCHITECTURES)
        .default('linear'),
    )
    .addOption(
      new Option('--start <percent>', 'approximate success before training, in percent')
        .choices(CLEAN_STARTS)
        .default('12'),
    )
    .addOption(
      new Option('--start-feedback <skill>', 'how well it uses critiques before training')
        .choices(FEEDBACK_STARTS)
        .default('medium'),
    )
    .option('--initial <file>', 'start from the weights of a checkpoint instead')
}

function addEvaluationOptions(command: Command): Command {
  return command
    .option('--checkpoint-every <n>', 'batches between checkpoints', wholeNumber(1), 10)
    .option('--evaluate-every <n>', 'batches between evaluations; 0: none', wholeNumber(0), 20)
    .option('--evaluate-split <name>', 'split of the evaluation', 'val')
    .option('--evaluate-tasks <n>', 'tasks of an evaluation, from the first', wholeNumber(1), 100)
    .option('--frame <n>', 'turns sent together', wholeNumber(1, 256), 32)
}

async function run(flags: TrainFlags & EngineFlags, command: Command): Promise<void> {
  if (flags.engine !== 'local') {
    if (flags.engine === undefined && flags.config === undefined) {
      const remedy =
        'Give --config FILE for verl or trl (presets/ has some), or --engine local --out FOLDER.'
      throw new CommandError('no engine and no file of a run is given', remedy)
    }
    refuseLocalFlags(command)
    return (await import('./train/engine.ts')).trainWithEngine(flags)
  }
  if (flags.out === undefined) {
    const remedy = 'Give the folder for checkpoint.bin and metrics.jsonl: --out var/train/first.'
    throw new CommandError('the engine local needs --out', remedy)
  }
  refuse(command, (name) => ENGINE_ONLY_FLAGS.has(name), 'is for the engines verl and trl', '')
  if (flags.resume === true && flags.initial !== undefined) {
    throw new CommandError('--resume and --initial contradict each other', 'Give one of them.')
  }
  const loss = chooseLoss(flags, command)
  const given = givenOptions(command)
  await withServer(flags, ({ client }) => trainOn(client, { ...flags, loss }, given))
}

/** The loss. The other engines call it the method, so `--method` is accepted too. */
function chooseLoss({ method, loss }: TrainFlags & EngineFlags, command: Command): LossName {
  if (method === undefined) return loss
  const lossName = LOSS_NAMES.find((name) => name === method)
  if (lossName === undefined) {
    const message = `the local engine has no method ${method}`
    throw new CommandError(message, `It has ${LOSS_NAMES.join(', ')}.`)
  }
  if (lossName !== loss && command.getOptionValueSource('loss') === 'cli') {
    throw new CommandError('--method and --loss contradict each other', 'Give one of them.')
  }
  return lossName
}

const ENGINE_ONLY_FLAGS: ReadonlySet<string> = new Set([
  ...['model', 'size', 'plan', 'check', 'preflight', 'detach', 'runs', 'json'],
])
const ENGINE_FLAGS: ReadonlySet<string> = new Set([
  ...[...ENGINE_ONLY_FLAGS, 'engine', 'config', 'resume', 'method', 'token'],
])

/** With a config file, refuses the flags that the file already decides. */
function refuseLocalFlags(command: Command): void {
  const remedy = 'Set it in the file of --config.'
  refuse(command, (name) => !ENGINE_FLAGS.has(name), 'is for the engine local', remedy)
}

/** Refuses a flag that would have no effect. */
function refuse(
  command: Command,
  isIdle: (name: string) => boolean,
  reason: string,
  remedy: string,
): void {
  for (const option of command.options) {
    const name = option.attributeName()
    if (!isIdle(name) || command.getOptionValueSource(name) !== 'cli') continue
    throw new CommandError(`${option.long} ${reason}`, remedy)
  }
}
