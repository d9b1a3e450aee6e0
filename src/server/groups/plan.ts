import { findCritic } from '../../env/critics/index.ts'
import { withShownAttempts } from '../../env/episode.ts'
import { memberSeeds, trainingStep } from '../../env/group.ts'
import type { AttemptShown } from '../../env/group-block.ts'
import type { GivenRules } from '../../env/group-state.ts'
import type { RecordedGroup } from '../../env/log.ts'
import type { GroupKey } from '../../store/event-store.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { EpisodeOpenRequest, GroupRequest } from '../../wire/requests.ts'
import type { HostCore } from '../core.ts'
import { type NewEpisode, requestDigest } from '../operations/begin.ts'

/** The planned opening of a group member, without the parts that the group decides. */
export interface MemberPlan {
  readonly beginning: NewEpisode
  readonly key: GroupKey
  readonly group: GroupRequest
  readonly rules: GivenRules
  readonly mayWait: boolean
  readonly step: number
  /** The most attempts that the prompt may contain. Default: no limit. */
  readonly attemptsMax: number | undefined
}

/**
 * Plans the opening of a group member. The generation and the member index replace the open key:
 * they identify the episode.
 *
 * @throws Fault `request/invalid`, `group/no_critic`
 */
export function planMember(
  core: HostCore,
  beginning: NewEpisode,
  request: EpisodeOpenRequest,
  group: GroupRequest,
): MemberPlan {
  checkMember(core, request, group)
  const { index, setup } = beginning
  const { run, id, generation, size, mode } = group
  const { environment, task, settings, dialect } = setup
  const isSeedChosen = request.seed !== undefined || !environment.usesSeed
  const seeds = isSeedChosen ? setup.seeds : memberSeeds(task.id, group, group.index)
  // Text, not a hash: the keys of a group are neighbours in the store's index.
  const openKey = `group/${JSON.stringify([run, id, generation, group.index])}`
  const identity = [environment.id, task.id, settings, seeds[0]?.seed ?? null, size, mode]
  const named = dialect === undefined ? {} : { dialect }
  return {
    key: { principal: index.principal, run, id },
    group,
    rules: {
      env: environment.id,
      revision: environment.revision,
      task: task.id,
      size,
      mode,
      feedback: (group.feedback ?? {}) as GivenRules['feedback'],
    },
    mayWait: request.wait !== false,
    step: trainingStep(beginning.labels),
    attemptsMax: environment.teaching.attemptsShownMax?.(task),
    beginning: {
      ...beginning,
      setup: { ...setup, seeds },
      index: { ...index, openKey, run, group: { id, index: group.index, generation } },
      requestDigest: requestDigest({ what: identity, ...named }),
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
  if (findCritic(critique).writes === 'by_asking' && options.critiqueProfile === undefined) {
    throw new Fault('group/no_critic', 'no chat profile writes critiques on this server')
  }
}

/** The opening of a plan after the group's decision. Without feedback it has no attempts. */
export function decidedEpisode(
  { beginning, group }: MemberPlan,
  { condition, feedback }: Pick<RecordedGroup, 'condition' | 'feedback'>,
  attempts?: readonly AttemptShown[],
): NewEpisode {
  const { run, id, index, size, mode, generation } = group
  const { setup, index: episodeIndex } = beginning
  return {
    ...beginning,
    setup: attempts === undefined ? setup : withShownAttempts(setup, attempts),
    index: { ...episodeIndex, condition },
    group: { run, id, index, size, mode, generation, condition, feedback },
  }
}
