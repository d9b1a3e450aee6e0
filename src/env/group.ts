import { z } from 'zod'
import { canonicalJson } from '../sim/json.ts'
import { childSeed, stream } from '../sim/random.ts'
import { CRITIC_NAMES } from './critics/index.ts'
import type { EndReason } from './end.ts'
import type { SeedSpan } from './seeds.ts'

/** Whether the rollouts of a group are independent or later ones learn from earlier ones. */
export const GROUP_MODES = ['independent', 'feedback'] as const
export type GroupMode = (typeof GROUP_MODES)[number]

/** Whether an opening may show earlier attempts. The schedule alone decides it. */
export const CONDITIONS = ['clean', 'guided'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Ends that the agent did not cause. Such a rollout is not an attempt and is in no mean. */
export const NO_ATTEMPT: readonly EndReason[] = [
  'client_fault',
  'abandoned',
  'superseded',
  'faulted',
]

/** Whether a rollout with this end counts as an attempt. */
export const isAttempt = (reason: string): boolean =>
  !(NO_ATTEMPT as readonly string[]).includes(reason)

/**
 * What an opening shows of earlier attempts: all, the last one, each new lesson once, or a part of
 * their critiques that shrinks over the run.
 */
export const SHOW_MODES = ['all', 'last', 'summary', 'hint'] as const

/** When attempts are shown: always, or only if every rollout of the first wave failed. */
export const WHEN_MODES = ['always', 'all_failed'] as const

export const GROUP_SIZE_MAX = 1_024

/** The feedback settings of a group, shared by config, wire and log. */
export const FEEDBACK_SHAPE = {
  /** The first member index that may see attempts. */
  start_at: z.int().min(0).max(GROUP_SIZE_MAX),
  /** Sizes of the waves in order; rollouts beyond them come in waves of the last size. */
  waves: z.array(z.int().min(1).max(GROUP_SIZE_MAX)).min(1).max(GROUP_SIZE_MAX),
  /** Share of the rollouts that never see attempts. */
  clean_share: z.number().min(0).max(1),
  show: z.enum(SHOW_MODES),
  /** Longest `<previous_attempts>` block, in characters. */
  cap_chars: z.int().min(200).max(100_000),
  /** Who writes critiques. */
  critique: z.enum(CRITIC_NAMES),
  /** When attempts are shown. Default: always. */
  when: z.enum(WHEN_MODES).exactOptional(),
  /** Training steps until a hint is empty. Default: hints never shrink. */
  hint_steps: z.int().min(1).max(1_000_000_000).exactOptional(),
} as const

/** The complete feedback settings of a group. */
export const feedbackSchema = z.strictObject(FEEDBACK_SHAPE)
export type Feedback = Readonly<z.infer<typeof feedbackSchema>>

/** Feedback settings without fixed waves: those may depend on the size of the group. */
export type FeedbackDefaults = Omit<Feedback, 'waves'> & Partial<Pick<Feedback, 'waves'>>

/** The default waves: a quarter of the rollouts (at least one), then two equal waves. */
export function usualWaves(size: number): readonly number[] {
  const first = Math.max(1, Math.floor(size / 4))
  const second = Math.ceil((size - first) / 2)
  return [first, second, size - first - second].filter((count) => count > 0)
}

/** Completes the feedback settings of a group of `size` rollouts with the defaults. */
export const completeFeedback = (
  partialFeedback: Partial<Feedback>,
  defaults: FeedbackDefaults,
  size: number,
): Feedback => ({ waves: [...usualWaves(size)], ...defaults, ...partialFeedback })

/** The name of a group without its principal. */
export interface GroupName {
  readonly run: string
  readonly id: string
}

const groupText = ({ run, id }: GroupName): string => canonicalJson([run, id])

/** The seed of a group's openings on a task; the same for every rollout. */
export const groupSeed = (taskId: string, group: GroupName): number =>
  childSeed(0, `${taskId}/${groupText(group)}`)

/**
 * The seeds of a group member. All members share the opening, which is their prompt. Later messages
 * have a wording of their own for each member.
 */
export function memberSeeds(taskId: string, group: GroupName, index: number): readonly SeedSpan[] {
  const seed = groupSeed(taskId, group)
  return [
    { from_step: 0, seed },
    { from_step: 1, seed: childSeed(seed, `rollout/${index}`) },
  ]
}

/** How many members from index 0 on are clean for every `clean_share`. */
const firstClean = (size: number, { start_at, waves }: Feedback): number =>
  Math.min(size, Math.max(start_at, waves[0] ?? 1))

/**
 * Further clean members, unordered, until `clean_share` is reached. The group's name determines
 * them, so a repeated opening and another server get the same ones.
 */
function moreClean(group: GroupName, size: number, feedback: Feedback): readonly number[] {
  const first = firstClean(size, feedback)
  const missingClean = Math.round(feedback.clean_share * size) - first
  if (missingClean <= 0) return []
  const otherIndices = Array.from({ length: size - first }, (_, index) => first + index)
  const random = stream(childSeed(0, groupText(group)), 0, 'clean-rollouts')
  return random.sample(otherIndices, missingClean)
}

/** The first member index of the wave that a member belongs to. */
export const waveStart = (waves: readonly number[], index: number): number =>
  waveAt(waves, index).start

/** The wave that a member belongs to: its number, from 0, and its first member index. */
export function waveAt(waves: readonly number[], index: number): { wave: number; start: number } {
  const last = waves.length - 1
  let start = 0
  for (let wave = 0; wave < last; wave++) {
    const size = waves[wave] ?? 1
    if (index < start + size) return { wave, start }
    start += size
  }
  // Further waves have the last size.
  const size = waves[last] ?? 1
  const furtherWaves = Math.floor((index - start) / size)
  return { wave: last + furtherWaves, start: start + furtherWaves * size }
}

/**
 * Selects the attempts that an opening may show, in order. If the task limits how many attempts its
 * group may show, attempts shown before are selected first, then the earliest.
 *
 * @param attempts failed attempts of the earlier members that this opening may learn from
 * @param shownIndices indices of members whose attempts were shown before
 * @param shownMax the most attempts that the group may show in total
 */
export function attemptsToShow<Attempt extends { readonly index: number }>(
  attempts: readonly Attempt[],
  shownIndices: ReadonlySet<number>,
  shownMax: number,
): readonly Attempt[] {
  const ordered = attempts.toSorted((left, right) => left.index - right.index)
  let room = Math.max(0, shownMax - shownIndices.size)
  return ordered.filter(({ index }) => {
    if (shownIndices.has(index)) return true
    room -= 1
    return room >= 0
  })
}

/**
 * Whether a group shows attempts now. With `all_failed`, it does only if every rollout of the first
 * wave ended as a failed attempt; a policy that succeeds learns from its own attempts. A rollout
 * that is absent, still open or ended by a fault has not failed.
 *
 * @param hasFailed whether the rollout ended as an attempt without success
 */
export function isFeedbackShown(
  { when, waves }: Pick<Feedback, 'when' | 'waves'>,
  size: number,
  hasFailed: (index: number) => boolean,
): boolean {
  if (when !== 'all_failed') return true
  const first = Math.min(size, waves[0] ?? 1)
  for (let index = 0; index < first; index++) if (!hasFailed(index)) return false
  return true
}

/** The training step in the label `step` of an opening; 0 if the label is missing or invalid. */
export function trainingStep(labels: Readonly<Record<string, string>> | undefined): number {
  const step = Number(labels?.step ?? 0)
  return Number.isSafeInteger(step) && step > 0 ? step : 0
}

/** How the schedule of a group treats one member. */
export interface MemberSchedule {
  readonly condition: Condition
  /** How many members, from index 0 on, must end first because it may see their attempts. */
  readonly after: number
}

const CLEAN: MemberSchedule = { condition: 'clean', after: 0 }

/** The schedule of a group. */
export interface Schedule {
  forMember(index: number): MemberSchedule
}

/** Makes a schedule. It stays small for large groups, because a server may have many. */
export function buildSchedule(
  group: GroupName & { readonly size: number; readonly mode: GroupMode },
  feedback: Feedback,
): Schedule {
  const { size, mode } = group
  if (mode === 'independent') return { forMember: () => CLEAN }
  const first = firstClean(size, feedback)
  const moreIndices = moreClean(group, size, feedback)
  const isMore = new Uint8Array(moreIndices.length === 0 ? 0 : size)
  for (const index of moreIndices) isMore[index] = 1
  const { waves } = feedback
  return {
    forMember(index) {
      if (index < first || isMore[index] === 1) return CLEAN
      return { condition: 'guided', after: waveStart(waves, index) }
    },
  }
}
