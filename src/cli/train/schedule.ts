import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Feedback, GROUP_SIZE_MAX, SHOW_MODES, WHEN_MODES } from '../../env/group.ts'
import { CommandError } from '../errors.ts'
import { number, wholeNumber } from '../options.ts'

/** The local policy cannot write critiques itself. */
const WRITERS = ['rule', 'model'] as const

/** The schedule of groups with feedback, as far as the flags set it. */
export interface ScheduleFlags {
  readonly startAt?: number
  readonly waves?: number[]
  readonly cleanShare?: number
  readonly show?: Feedback['show']
  readonly capChars?: number
  readonly critique?: (typeof WRITERS)[number]
  readonly when?: (typeof WHEN_MODES)[number]
  readonly hintSteps?: number
}

/** Adds the options of the schedule. The server's defaults fill the rest. */
export function addScheduleOptions(command: Command): Command {
  return command
    .option(
      '--start-at <n>',
      'feedback: first rollout whose prompt may show attempts',
      wholeNumber(0, GROUP_SIZE_MAX),
    )
    .option('--waves <sizes>', 'feedback: sizes of waves, such as 2,3,3', parseWaves)
    .option(
      '--clean-share <x>',
      'feedback: share of rollouts without attempts in the prompt',
      number(0, 1),
    )
    .addOption(
      new Option('--show <which>', 'feedback: which attempts are shown').choices(SHOW_MODES),
    )
    .addOption(
      new Option('--when <condition>', 'feedback: when attempts are shown').choices(WHEN_MODES),
    )
    .option(
      '--hint-steps <n>',
      'feedback: batches until hints have shrunk to nothing, with --show hint',
      wholeNumber(1, 1_000_000_000),
    )
    .option('--cap-chars <n>', 'feedback: longest block of attempts', wholeNumber(200, 100_000))
    .addOption(
      new Option(
        '--critique <writer>',
        'feedback: who writes critiques; a model needs groups.critique_profile in the server’s ' +
          'settings, those of --config without --url',
      ).choices(WRITERS),
    )
}

function parseWaves(text: string): number[] {
  const sizes = text.split(',').map(Number)
  const areSizes = sizes.every((size) => Number.isInteger(size) && size >= 1)
  if (areSizes && sizes.every((size) => size <= GROUP_SIZE_MAX)) return sizes
  throw new InvalidArgumentError('Give whole numbers from 1 on, with commas between: 2,3,3.')
}

/**
 * The schedule in the protocol's form.
 *
 * @throws CommandError if there is a schedule for a mode without one
 */
export function toSchedule(flags: ScheduleFlags, mode: string): Partial<Feedback> {
  const { startAt, waves, cleanShare, show, capChars, critique, when, hintSteps } = flags
  const schedule = {
    ...(startAt === undefined ? {} : { start_at: startAt }),
    ...(waves === undefined ? {} : { waves }),
    ...(cleanShare === undefined ? {} : { clean_share: cleanShare }),
    ...(show === undefined ? {} : { show }),
    ...(capChars === undefined ? {} : { cap_chars: capChars }),
    ...(critique === undefined ? {} : { critique }),
    ...(when === undefined ? {} : { when }),
    ...(hintSteps === undefined ? {} : { hint_steps: hintSteps }),
  }
  const [first] = Object.keys(schedule)
  if (first === undefined || mode === 'feedback') return schedule
  const option = `--${first.replaceAll('_', '-')}`
  const message = `${option} says how feedback goes, and there is none`
  throw new CommandError(message, 'Add --mode feedback.')
}
