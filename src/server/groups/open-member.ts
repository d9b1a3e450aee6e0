import type { Attempt } from '../../env/attempt.ts'
import { criticOf } from '../../env/critics/index.ts'
import {
  attemptsToShow,
  completeFeedback,
  type Feedback,
  isFeedbackShown,
  memberSeeds,
  type Schedule,
  trainingStep,
} from '../../env/group.ts'
import { type AttemptShown, tellAttempts, withoutAttempts } from '../../env/group-block.ts'
import type { RecordedGroup } from '../../env/log.ts'
import { revisionOf } from '../../env/revision.ts'
import type { GroupKey } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { EpisodeOpenRequest, GroupRequest } from '../../wire/requests.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import { type Beginning, digestOf } from '../operations/begin.ts'
import { openedBefore, openPlanned } from '../operations/open-planned.ts'
import type { Caller } from '../principal.ts'
import { type Group, isFailedAttempt, newMember, pendingAt } from './group.ts'
import { joinGroup, supersede, superseded } from './join.ts'
import { heardIn } from './keep-places.ts'
import { awaitTurn, type WaitOptions } from './turn.ts'

/** An opening of a group's rollout, planned but for what its group decides. */
export interface MemberPlan {
  readonly beginning: Beginning
  readonly key: GroupKey
  readonly group: GroupRequest
  /** Whether it may wait. */
  readonly wait: boolean
}

/**
 * Plans the opening of a group's rollout. Its place in the group takes the part of the open key:
 * the same generation and index are the same episode.
 *
 * @throws Fault `request/invalid`, `group/no_critic`
 */
export function planMember(
  core: HostCore,
  beginning: Beginning,
  request: EpisodeOpenRequest,
  group: GroupRequest,
): MemberPlan {
  checkMember(core, request, group)
  const { index, setup } = beginning
  const { run, id, generation, size, mode } = group
  const { environment, task, settings, dialect } = setup
  const given = request.seed !== undefined || !environment.usesSeed
  const seeds = given ? setup.seeds : memberSeeds(task.id, group, group.index)
  // Text, not a hash: the keys of a group lie side by side in the store.
  const openKey = `group/${JSON.stringify([run, id, generation, group.index])}`
  const what = [environment.id, task.id, settings, seeds[0]?.seed ?? null, size, mode]
  const named = dialect === undefined ? {} : { dialect }
  return {
    key: { principal: index.principal, run, id },
    group,
    wait: request.wait !== false,
    beginning: {
      ...beginning,
      setup: { ...setup, seeds },
      index: { ...index, openKey, run, group: { id, index: group.index, generation } },
      requestDigest: digestOf({ what, ...named }),
    },
  }
}

function checkMember(core: HostCore, request: EpisodeOpenRequest, group: GroupRequest): void {
  const { index, size, run, feedback } = group
  if (index >= size) {
    throw new Fault('request/invalid', `group.index: a group of ${size} has no rollout ${index}`)
  }
  const labelled = request.labels?.run
  if (labelled !== undefined && labelled !== run) {
    const message = `labels.run: ${shown(labelled)} is not the run of the group, ${shown(run)}`
    throw new Fault('request/invalid', message)
  }
  const { options } = core.groups
  const critique = feedback?.critique ?? options.feedback.critique
  if (criticOf(critique).writes === 'by_asking' && options.critiqueProfile === undefined) {
    throw new Fault('group/no_critic', 'no chat profile writes critiques on this server')
  }
}

/**
 * Opens a rollout of a group: as usual, or, in a group with feedback, once the attempts that its
 * opening tells of are known.
 *
 * @throws Fault of the areas `group`, `episode`, `store`, `capacity`
 */
export async function openMember(
  core: HostCore,
  caller: Caller,
  plan: MemberPlan,
  waitOptions: WaitOptions,
): Promise<OpenResult> {
  const { beginning, key, group: asked } = plan
  if (asked.mode === 'independent') {
    return openPlanned(core, caller, withGroup(beginning, asked, undefined, undefined))
  }
  const wanted = {
    env: beginning.setup.environment.id,
    revision: revisionOf(beginning.setup.environment),
    task: beginning.setup.task.id,
    size: asked.size,
    mode: asked.mode,
    feedback: (asked.feedback ?? {}) as Partial<Feedback>,
  }
  let group = await joinGroup(core, key, asked.generation, wanted)
  // One that was forgotten meanwhile is nobody's any more.
  while (core.groups.find(key) !== group) {
    group = await joinGroup(core, key, asked.generation, wanted)
  }
  const leave = announceOpening(core, group, asked.index)
  try {
    return await openInTurn(core, caller, plan, group, waitOptions)
  } catch (error) {
    leave()
    // A group exists from its first stored row. Only who was told to come again is kept in mind,
    // so that rollouts that never arrive are not waited for anew each time.
    if (!(error instanceof Fault && error.code === 'group/would_wait')) {
      core.groups.dropIfEmpty(group)
    }
    throw error
  } finally {
    leave()
  }
}

async function openInTurn(
  core: HostCore,
  caller: Caller,
  { beginning, group: asked, wait }: MemberPlan,
  group: Group,
  waitOptions: WaitOptions,
): Promise<OpenResult> {
  const { index, generation } = asked
  const before = group.members.get(index)
  if (before !== undefined) {
    before.lease.heardMs = core.store.leaseMs()
    before.lease.connection = caller.connection
    heardIn(core, group)
    return openedBefore(core, caller, before.episode, beginning.requestDigest)
  }
  const feedback = feedbackOf(core, group, asked.size)
  const place = (group.schedule as Schedule).place(index)
  await awaitTurn(
    core,
    group,
    place.after,
    index,
    wait ? waitOptions : { ...waitOptions, waitMs: 0 },
  )
  const attempts = attemptsFor(core, group, { after: place.after, feedback }, beginning)
  for (const attempt of attempts) group.shown.add(attempt.index)
  const recorded = { ...asked, condition: place.condition, feedback }
  const planned = withGroup(beginning, asked, recorded, attempts)
  const { id } = beginning
  const result = await openPlanned(core, caller, planned, (messages) => {
    core.metrics.attemptsShown += attempts.length
    if (group.generation !== generation) return
    const lease = { heardMs: core.store.leaseMs(), connection: caller.connection }
    const { condition } = place
    const member = newMember({ index, episode: id, condition, lease, transcript: [] })
    core.groups.admit(group, member)
    heardIn(core, group)
    core.groups.hear({ group, member }, withoutAttempts(messages, attempts))
  })
  if (group.generation !== generation) {
    await supersede(core, group, result.episode_id)
    throw superseded(group.key, generation)
  }
  return result
}

/** Says that somebody is about to open a rollout, so that others wait for it. */
function announceOpening(core: HostCore, group: Group, index: number): () => void {
  const arrival = core.groups.arrival(group, index)
  arrival.calls += 1
  let isHere = true
  return () => {
    if (!isHere) return
    isHere = false
    arrival.calls -= 1
    arrival.heardMs = core.store.leaseMs()
    heardIn(core, group)
  }
}

const feedbackOf = (core: HostCore, { plan }: Group, size: number): Feedback =>
  plan?.feedback ?? completeFeedback({}, core.groups.options.feedback, size)

/** The failed attempts that an opening tells of, in the words and within the cap of its group. */
function attemptsFor(
  core: HostCore,
  group: Group,
  { after, feedback }: { readonly after: number; readonly feedback: Feedback },
  { setup: { environment, task }, labels }: Beginning,
): readonly AttemptShown[] {
  const hasFailed = (index: number): boolean => {
    const end = group.members.get(index)?.end
    return end !== undefined && isFailedAttempt(end)
  }
  if (!isFeedbackShown(feedback, group.plan?.size ?? 1, hasFailed)) return []
  const nowMs = core.store.leaseMs()
  const known: Attempt[] = []
  for (let index = 0; index < after; index++) {
    const { end, attempt } = group.members.get(index) ?? {}
    if (end === undefined || attempt === undefined || !isFailedAttempt(end)) continue
    if (pendingAt(group, index, nowMs, core.groups.options) === 'nothing') known.push(attempt)
  }
  const most = environment.teaching.attemptsShownMax?.(task) ?? Number.POSITIVE_INFINITY
  const chosen = attemptsToShow(known, group.shown, most)
  return tellAttempts(chosen, feedback, trainingStep(labels))
}

function withGroup(
  beginning: Beginning,
  { run, id, index, size, mode, generation }: GroupRequest,
  recorded: Pick<RecordedGroup, 'condition' | 'feedback'> | undefined,
  attempts: readonly AttemptShown[] | undefined,
): Beginning {
  const { condition, feedback } = recorded ?? { condition: 'clean', feedback: null }
  const { setup, index: listed } = beginning
  return {
    ...beginning,
    setup: attempts === undefined ? setup : { ...setup, attempts },
    index: { ...listed, condition },
    group: { run, id, index, size, mode, generation, condition, feedback },
  }
}
