import { z } from 'zod'
import { canonicalJson } from '../sim/json.ts'
import { childSeed, stream } from '../sim/random.ts'
import { CRITIC_NAMES } from './critics/index.ts'
import type { EndReason } from './end.ts'
import type { SeedSpan } from './seeds.ts'

/** How the rollouts of a group go: apart from each other, or later ones learning from earlier. */
export const GROUP_MODES = ['independent', 'feedback'] as const
export type GroupMode = (typeof GROUP_MODES)[number]

/** Whether an opening carries what earlier attempts taught. Fixed by the schedule alone. */
export const CONDITIONS = ['clean', 'guided'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Ends that say nothing about the agent: such a rollout is no attempt and in no mean. */
export const NO_ATTEMPT: readonly EndReason[] = [
  'client_fault',
  'abandoned',
  'superseded',
  'faulted',
]

/** Whether an end is that of an attempt. */
export const isAttempt = (reason: string): boolean =>
  !(NO_ATTEMPT as readonly string[]).includes(reason)

/**
 * What an opening shows of earlier attempts: all of them, the last, what they taught taken
 * together, or a part of their critiques that shrinks over the run.
 */
export const SHOW_MODES = ['all', 'last', 'summary', 'hint'] as const

/** When attempts are shown: always, or only if every rollout of the first wave failed. */
export const WHEN_MODES = ['always', 'all_failed'] as const

export const GROUP_SIZE_MAX = 1_024

/** The settings of a group's feedback, as config, wire and log have them. */
export const FEEDBACK_SHAPE = {
  /** The first rollout that may be shown attempts. */
  start_at: z.int().min(0).max(GROUP_SIZE_MAX),
  /** Sizes of the waves in order; rollouts beyond them come in waves of the last size. */
  waves: z.array(z.int().min(1).max(GROUP_SIZE_MAX)).min(1).max(GROUP_SIZE_MAX),
  /** Share of the rollouts that are shown nothing, whatever happened before. */
  clean_share: z.number().min(0).max(1),
  show: z.enum(SHOW_MODES),
  /** Longest `<previous_attempts>` block, in characters. */
  cap_chars: z.int().min(200).max(100_000),
  /** Who writes critiques. */
  critique: z.enum(CRITIC_NAMES),
  /** When attempts are shown; left out: always. */
  when: z.enum(WHEN_MODES).exactOptional(),
  /** Training steps until a hint has shrunk to nothing; left out: it stays whole. */
  hint_steps: z.int().min(1).max(1_000_000_000).exactOptional(),
} as const

/** The settings of a group's feedback, all of them. */
export const feedbackSchema = z.strictObject(FEEDBACK_SHAPE)
export type Feedback = Readonly<z.infer<typeof feedbackSchema>>

/** A schedule whose waves may follow from the size of each group. */
export type FeedbackDefaults = Omit<Feedback, 'waves'> & Partial<Pick<Feedback, 'waves'>>

/**
 * The waves of a group whose schedule names none: a quarter of the rollouts (at least one) begin
 * together, and two equal waves follow.
 */
export function usualWaves(size: number): readonly number[] {
  const first = Math.max(1, Math.floor(size / 4))
  const second = Math.ceil((size - first) / 2)
  return [first, second, size - first - second].filter((count) => count > 0)
}

/** The whole schedule of a group of a size: its own settings, then the defaults. */
export const completeFeedback = (
  given: Partial<Feedback>,
  defaults: FeedbackDefaults,
  size: number,
): Feedback => ({ waves: [...usualWaves(size)], ...defaults, ...given })

/** What a group is called, whoever opens it. */
export interface GroupName {
  readonly run: string
  readonly id: string
}

const textOf = ({ run, id }: GroupName): string => canonicalJson([run, id])

/** The seed of a group's openings on a task: the same for every rollout. */
export const groupSeed = (taskId: string, group: GroupName): number =>
  childSeed(0, `${taskId}/${textOf(group)}`)

/**
 * The seeds of a group's rollout: all of a group have one opening, which is their prompt; what they
 * hear after it is worded for each of them.
 */
export function memberSeeds(taskId: string, group: GroupName, index: number): readonly SeedSpan[] {
  const seed = groupSeed(taskId, group)
  return [
    { from_step: 0, seed },
    { from_step: 1, seed: childSeed(seed, `rollout/${index}`) },
  ]
}

/** How many rollouts from number 0 on are clean, whatever the share is. */
const firstClean = (size: number, { start_at, waves }: Feedback): number =>
  Math.min(size, Math.max(start_at, waves[0] ?? 1))

/**
 * The clean rollouts after those, in no order: as many as make up the share. Fixed by the group's
 * name, so a repeated opening and another server find the same ones.
 */
function moreClean(group: GroupName, size: number, feedback: Feedback): readonly number[] {
  const first = firstClean(size, feedback)
  const missing = Math.round(feedback.clean_share * size) - first
  if (missing <= 0) return []
  const others = Array.from({ length: size - first }, (_, at) => first + at)
  const random = stream(childSeed(0, textOf(group)), 0, 'clean-rollouts')
  return random.sample(others, missing)
}

/** The first rollout of the wave that a rollout belongs to. */
export const waveStart = (waves: readonly number[], index: number): number =>
  waveAt(waves, index).start

/** The number of the wave that a rollout belongs to, from 0. */
export const waveOf = (waves: readonly number[], index: number): number => waveAt(waves, index).wave

function waveAt(waves: readonly number[], index: number): { wave: number; start: number } {
  const last = waves.length - 1
  let start = 0
  for (let wave = 0; wave < last; wave++) {
    const size = waves[wave] ?? 1
    if (index < start + size) return { wave, start }
    start += size
  }
  // The last size goes on.
  const size = waves[last] ?? 1
  const more = Math.floor((index - start) / size)
  return { wave: last + more, start: start + more * size }
}

/**
 * The attempts that an opening may tell of, in order. Where a task bounds how many attempts its
 * group may show, those that were shown before come first, then the earliest.
 *
 * @param attempts failed attempts of the rollouts that the opening comes after
 * @param shown rollouts whose attempts were shown before
 * @param most how many attempts the group may show in all
 */
export function attemptsToShow<Attempt extends { readonly index: number }>(
  attempts: readonly Attempt[],
  shown: ReadonlySet<number>,
  most: number,
): readonly Attempt[] {
  const ordered = attempts.toSorted((left, right) => left.index - right.index)
  let room = Math.max(0, most - shown.size)
  return ordered.filter(({ index }) => {
    if (shown.has(index)) return true
    room -= 1
    return room >= 0
  })
}

/**
 * Whether a group shows attempts now. With `all_failed` it does only if every rollout of the first
 * wave ended as a failed attempt: where the policy succeeds, it learns from its own attempts. A
 * rollout that is absent, still open or ended as a fault has not failed.
 *
 * @param hasFailed whether a rollout ended as an attempt without success
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

/** The training step that an opening names in its label `step`; the beginning if it names none. */
export function trainingStep(labels: Readonly<Record<string, string>> | undefined): number {
  const step = Number(labels?.step ?? 0)
  return Number.isSafeInteger(step) && step > 0 ? step : 0
}

/** One rollout's place in its group's schedule. */
export interface Place {
  readonly condition: Condition
  /**
   * How many rollouts it opens after, from number 0 on, since it may be shown their attempts; 0 if
   * it is clean.
   */
  readonly after: number
}

const CLEAN: Place = { condition: 'clean', after: 0 }

/** The schedule of a group: the place of each rollout, by number. */
export interface Schedule {
  place(index: number): Place
}

/** Makes a schedule. It is small, however large the group is: a server may have many. */
export function scheduleOf(
  group: GroupName & { readonly size: number; readonly mode: GroupMode },
  feedback: Feedback,
): Schedule {
  const { size, mode } = group
  if (mode === 'independent') return { place: () => CLEAN }
  const first = firstClean(size, feedback)
  const more = moreClean(group, size, feedback)
  const isMore = new Uint8Array(more.length === 0 ? 0 : size)
  for (const index of more) isMore[index] = 1
  const { waves } = feedback
  return {
    place(index) {
      if (index < first || isMore[index] === 1) return CLEAN
      return { condition: 'guided', after: waveStart(waves, index) }
    },
  }
}
