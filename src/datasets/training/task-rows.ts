import { openEpisode } from '../../env/episode.ts'
import type { ChatMessage } from '../../env/message.ts'
import { noOutsideWorld, playScripted, setupIn } from '../../env/playthrough.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { parseFitting } from '../../tools/complaint.ts'
import type { DataSet } from '../data-set.ts'
import type { Columns } from '../rows/column-type.ts'

type Task = NonNullable<ReturnType<DataSet['task']>>

/** The source of task rows. */
export interface TaskSource {
  readonly environment: AnyEnvironment
  readonly set: DataSet
  /** Settings of the episodes. Missing members have the server's defaults. */
  readonly settings: JsonObject
}

/** The purpose of a row: training, or validation under one of the two conditions. */
export type Purpose = 'train' | 'clean' | 'guided'

/**
 * The reference to a task, as the agent loop sends it to the server. It is JSON text, because row
 * readers fill gaps of nested members with nulls.
 */
function taskReference({ set, settings }: TaskSource, task: Task, purpose: Purpose): string {
  const validation =
    purpose === 'train'
      ? {}
      : { purpose: 'validation', mode: purpose === 'clean' ? 'independent' : 'feedback' }
  return canonicalJson({
    env: set.environment,
    split: task.split,
    index: task.index,
    data_checksum: set.checksum,
    settings,
    ...validation,
  })
}

/** The opening messages of a task in a clean rollout. */
function openTask(
  { environment, set, settings: chosenSettings }: TaskSource,
  task: Task,
): readonly ChatMessage[] {
  const settings = parseFitting(environment.settings.schema, chosenSettings, 'the settings')
  const setup = setupIn({ environment, world: set.world, settings }, task)
  return playScripted(openEpisode(setup), noOutsideWorld(environment)).messages
}

/**
 * A row for verl's reinforcement learning. Only `extra_info.env` is played. The prompt is the
 * opening, which lets verl filter tasks by length. The rest is required by verl's readers.
 */
export function rlRow(
  source: TaskSource,
  task: Task,
  purpose: Purpose,
  agentName: string,
): JsonObject {
  const { environment } = source.set
  return {
    data_source: purpose === 'train' ? environment : `${environment}/${purpose}`,
    agent_name: agentName,
    prompt: openTask(source, task).map(({ role, content }) => ({ role, content })),
    ability: environment,
    reward_model: { style: 'rule', ground_truth: '' },
    extra_info: {
      index: task.index,
      split: task.split,
      task_id: task.id,
      difficulty: task.difficulty,
      env: taskReference(source, task, purpose),
    },
  }
}

/** Content of a prompt-only row: the reference, or the opening as a chat. */
export const PROMPT_KINDS = ['reference', 'opening'] as const
export type PromptKind = (typeof PROMPT_KINDS)[number]

/** A prompt-only row for TRL. A rollout function reads the reference and plays the task. */
export function promptRow(source: TaskSource, task: Task, kind: PromptKind): JsonObject {
  const reference = taskReference(source, task, 'train')
  const opening = kind === 'opening' ? openTask(source, task) : undefined
  return {
    prompt: opening?.map(({ role, content }) => ({ role, content })) ?? [
      { role: 'user', content: reference },
    ],
    env: source.set.environment,
    split: task.split,
    index: task.index,
    task_id: task.id,
    difficulty: task.difficulty,
    data_checksum: source.set.checksum,
    settings: canonicalJson(source.settings),
    reference,
  }
}

const MESSAGE = { fields: { role: 'text', content: 'text' } } as const

/** The columns of `rlRow` in a Parquet file. */
export const RL_COLUMNS: Columns = {
  data_source: 'text',
  agent_name: 'text',
  prompt: { list: MESSAGE },
  ability: 'text',
  reward_model: { fields: { style: 'text', ground_truth: 'text' } },
  extra_info: {
    fields: { index: 'whole', split: 'text', task_id: 'text', difficulty: 'whole', env: 'text' },
  },
}

/** The columns of `promptRow` in a Parquet file. */
export const PROMPT_COLUMNS: Columns = {
  prompt: { list: MESSAGE },
  env: 'text',
  split: 'text',
  index: 'whole',
  task_id: 'text',
  difficulty: 'whole',
  data_checksum: 'text',
  settings: 'text',
  reference: 'text',
}
