import { isParquet } from '../datasets/rows/write.ts'
import type { CallForm } from '../datasets/training/call-form.ts'
import { readEpisode, type TrainingEpisode } from '../datasets/training/episode.ts'
import { type PairCandidate, planPairs, toCandidate } from '../datasets/training/pairs.ts'
import { preferenceColumns, preferenceRow } from '../datasets/training/preference-rows.ts'
import { RowFiles } from '../datasets/training/row-files.ts'
import { sftColumns, sftRows } from '../datasets/training/sft-rows.ts'
import { type TrainingConversation, toConversation } from '../datasets/training/turns.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { toolSchemasIn } from '../env/settings.ts'
import type { ThoughtPolicy } from '../env/thoughts.ts'
import type { JsonObject } from '../sim/json.ts'
import type { ToolSchema } from '../tools/tool.ts'
import { requireEnvironment } from './environments.ts'
import { CommandError } from './errors.ts'
import { type ExportResult, finishExport } from './export-finish.ts'
import { conditionsOfFlags, type ExportFlags, isWithin, toOutputs } from './export-flags.ts'
import { withLogs } from './logs/open.ts'
import type { LogSource } from './logs/source.ts'

const GAP_MINIMUM = 0.1
const SFT_ABOUT = { episode_id: 'text', task_id: 'text', reward: 'number' } as const
const PAIR_ABOUT = {
  task_id: 'text',
  chosen_episode_id: 'text',
  rejected_episode_id: 'text',
  chosen_reward: 'number',
  rejected_reward: 'number',
} as const

type Counts = Record<string, number>

/** Writes conversations of stored episodes, `{messages, tools}`, or one row per turn. */
export async function exportSft(flags: ExportFlags): Promise<void> {
  const options = {
    form: callForm(flags),
    unit: flags.rows ?? 'conversation',
    maskFailed: flags.maskFailedTurns === true,
    thoughts: thoughtPolicy(flags),
    toolsAsText: isParquet(flags.out),
  } as const
  const columns = { ...sftColumns(options), ...SFT_ABOUT }
  const files = new RowFiles(toOutputs(flags), columns, flags.keepDuplicates)
  const counts: Counts = { episodes: 0 }
  const checksums = new Set<string>()
  const isFull = (): boolean => flags.count !== undefined && files.rows >= flags.count
  await finishExport(flags, files, () =>
    withLogs(flags, async (source) => {
      for await (const episode of selectEpisodes(source, flags, flags.success ?? true, counts)) {
        if (isFull()) break
        checksums.add(episode.opened.data_checksum)
        const { environment, tools } = worldFor(episode)
        const conversation = toConversation(episode, environment, viewOptions(flags))
        const rows = conversation && sftRows(conversation, tools, options)
        if (rows === undefined || typeof rows === 'string') {
          add(counts, rows ?? 'unreadable_turns')
          continue
        }
        const about = {
          episode_id: episode.id,
          task_id: episode.opened.task.id,
          reward: episode.total / 1000,
        }
        for (const row of rows) {
          if (!isFull()) await files.write(files.chooseSide(taskKey(episode)), row, about)
        }
      }
      const isMarked = options.maskFailed && options.unit === 'conversation'
      const notes = isMarked ? [MARKS_NOTE] : []
      return { ...toResult(checksums, counts), notes, remedy: SFT_REMEDY }
    }),
  )
}

const SFT_REMEDY =
  'Only episodes with success are taken unless --success says otherwise; check the other filters.'
const MARKS_NOTE =
  'messages say in "train" whether they are to be learned. Trainers that do not read it learn ' +
  'failed turns too; for those, write --rows turn.'

/** Writes pairs of episodes with the same beginning, the better one first. */
export async function exportPreference(flags: ExportFlags): Promise<void> {
  const options = { form: callForm(flags), toolsAsText: isParquet(flags.out) }
  const columns = { ...preferenceColumns(options), ...PAIR_ABOUT }
  const files = new RowFiles(toOutputs(flags), columns, flags.keepDuplicates)
  const counts: Counts = { episodes: 0 }
  const checksums = new Set<string>()
  await finishExport(flags, files, () =>
    withLogs(flags, async (source) => {
      const candidates: PairCandidate[] = []
      for await (const episode of selectEpisodes(source, flags, flags.success ?? 'any', counts)) {
        checksums.add(episode.opened.data_checksum)
        candidates.push(toCandidate(episode))
      }
      const gap = Math.max(1, Math.round((flags.minGap ?? GAP_MINIMUM) * 1000))
      const { pairs, counts: planned } = planPairs(candidates, gap)
      Object.assign(counts, planned)
      for (const { chosen, rejected } of pairs) {
        if (flags.count !== undefined && files.rows >= flags.count) break
        const preferred = await conversed(source, flags, chosen)
        const dispreferred = await conversed(source, flags, rejected)
        const row =
          preferred.conversation && dispreferred.conversation
            ? preferenceRow(
                preferred.conversation,
                dispreferred.conversation,
                preferred.tools,
                options,
              )
            : 'unreadable_turns'
        if (typeof row === 'string') add(counts, row)
        else
          await files.write(
            files.chooseSide(taskKey(preferred.episode)),
            row,
            aboutPair(preferred, dispreferred),
          )
      }
      return { ...toResult(checksums, counts), remedy: PAIR_REMEDY }
    }),
  )
}

const PAIR_REMEDY =
  'Pairs need two episodes on a task with the same opening, settings and condition, whose ' +
  'rewards differ by --min-gap: play tasks several times, or fork episodes.'

interface Conversed {
  readonly episode: TrainingEpisode
  readonly conversation: TrainingConversation | undefined
  readonly tools: readonly ToolSchema[]
}

async function conversed(source: LogSource, flags: ExportFlags, id: string): Promise<Conversed> {
  const episode = readEpisode(await source.rows(id))
  if (typeof episode === 'string') {
    throw new CommandError(`episode ${id} changed during the export`, 'Export again.')
  }
  const { environment, tools } = worldFor(episode)
  return { episode, conversation: toConversation(episode, environment, viewOptions(flags)), tools }
}

const aboutPair = (
  { episode: preferred }: Conversed,
  { episode: dispreferred }: Conversed,
): JsonObject => ({
  task_id: preferred.opened.task.id,
  chosen_episode_id: preferred.id,
  rejected_episode_id: dispreferred.id,
  chosen_reward: preferred.total / 1000,
  rejected_reward: dispreferred.total / 1000,
})

/** The episodes that match the flags. The others are counted by the reason for leaving them out. */
async function* selectEpisodes(
  source: LogSource,
  flags: ExportFlags,
  success: boolean | 'any',
  counts: Counts,
): AsyncGenerator<TrainingEpisode> {
  for await (const { id } of source.episodes(conditionsOfFlags(flags, success))) {
    add(counts, 'episodes')
    const episode = readEpisode(await source.rows(id))
    if (typeof episode === 'string') add(counts, episode)
    else if (isWanted(episode, flags)) yield episode
    else add(counts, 'filtered_out')
  }
}

function isWanted(episode: TrainingEpisode, flags: ExportFlags): boolean {
  const { rewardMin = -Infinity, rewardMax = Infinity, difficulty, condition } = flags
  const points = episode.total / 1000
  return (
    points >= rewardMin &&
    points <= rewardMax &&
    isWithin(episode.opened.task.difficulty, difficulty) &&
    (condition === undefined || episode.condition === condition)
  )
}

/** How tool calls appear in the rows. Parquet would fill members of an object with nulls. */
function callForm({ arguments: form, out, holdoutOutput = out }: ExportFlags): CallForm {
  const areParquet = [out, holdoutOutput].map(isParquet)
  if (areParquet[0] !== areParquet[1]) {
    const remedy = 'Give both names the same ending.'
    throw new CommandError('--out and --holdout-output are of different kinds', remedy)
  }
  if (areParquet[0] === false) return form ?? 'object'
  if (form !== 'object') return form ?? 'hermes'
  throw new CommandError(
    'arguments as objects do not fit Parquet: members that a call does not have become null',
    'Write --arguments hermes or text, or a file that ends in .jsonl.',
  )
}

/** In a row with a whole conversation, every thought is trained. */
function thoughtPolicy({ thoughts = 'keep', rows, dropThoughts }: ExportFlags): ThoughtPolicy {
  if (thoughts === 'keep' || rows === 'turn') return thoughts
  throw new CommandError(
    `--thoughts ${thoughts} hides thoughts of earlier turns, which a conversation trains too`,
    dropThoughts === true
      ? 'Leave it out: none is left.'
      : 'Write a row for each turn: --rows turn.',
  )
}

const viewOptions = ({ keepAttempts, dropThoughts }: ExportFlags) => ({
  keepAttempts: keepAttempts === true,
  keepThoughts: dropThoughts !== true,
})

interface World {
  readonly environment: AnyEnvironment
  readonly tools: readonly ToolSchema[]
}
const environments = new Map<string, AnyEnvironment>()

/** The environment of an episode, and its published tools. */
function worldFor({ opened: { environment: id, settings } }: TrainingEpisode): World {
  const environment =
    environments.get(id) ??
    requireEnvironment(id, 'Name its module with --environment, or choose others with --env.')
  environments.set(id, environment)
  return { environment, tools: toolSchemasIn({ environment, settings }) }
}

/** The task decides the side of an episode, so that no task is on both sides. */
const taskKey = ({ opened }: TrainingEpisode): string => `${opened.environment}/${opened.task.id}`

const toResult = (
  checksums: ReadonlySet<string>,
  counts: Counts,
): Omit<ExportResult, 'remedy'> => ({
  source: { kind: 'episodes', data_checksums: [...checksums].sort() },
  counts,
})

function add(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
