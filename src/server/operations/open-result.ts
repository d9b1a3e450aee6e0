import type { Opened } from '../../env/episode.ts'
import type { Condition } from '../../env/group.ts'
import { storedLimits } from '../../env/log.ts'
import { listedTask } from '../../env/revision.ts'
import { seedAt } from '../../env/seeds.ts'
import { toolSchemasIn } from '../../env/settings.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { IssuedKeys } from '../access.ts'
import type { HostCore } from '../core.ts'
import { eventsOnWire } from '../results.ts'
import type { Session } from '../session.ts'

/**
 * Whether an episode's prompt may contain earlier attempts. A fork has the condition of its parent.
 */
export const readCondition = ({ index, setup }: Pick<Session, 'index' | 'setup'>): Condition =>
  index.condition ?? ((setup.attempts ?? []).length > 0 ? 'guided' : 'clean')

/** The keys of an episode in the form of answers. */
export const keyMembers = (
  { resumeKeys }: HostCore,
  id: string,
  { scope, stamp }: IssuedKeys,
): Pick<OpenResult, 'resume_key' | 'view_key'> => ({
  resume_key: scope === 'play' ? resumeKeys.make(id, 'play', stamp) : null,
  view_key: resumeKeys.make(id, 'view', stamp),
})

/**
 * The part of a session that the answer to an opening describes. A new session has the current
 * revision.
 */
type NewSession = Pick<Session, 'id' | 'index' | 'setup'> & Partial<Pick<Session, 'revision'>>

/**
 * The answer to an opening: the first messages, the tools and the rules.
 *
 * @param issuedKeys the caller's keys; a caller that may only read gets no key to play
 */
export function toOpenResult(
  core: HostCore,
  { id, index, setup, revision = setup.environment.revision }: NewSession,
  { messages, events }: Pick<Opened, 'messages' | 'events'>,
  issuedKeys: IssuedKeys,
): OpenResult {
  const { environment, settings, limits, seeds, attempts } = setup
  return {
    episode_id: id,
    ...keyMembers(core, id, issuedKeys),
    env: environment.id,
    revision,
    task: listedTask(environment, setup),
    seed: environment.usesSeed ? seedAt(seeds, 0) : null,
    settings,
    limits: storedLimits(limits),
    condition: readCondition({ index, setup }),
    attempts_shown: attempts?.length ?? 0,
    ...(attempts === undefined ? {} : { attempts: attempts.map((attempt) => ({ ...attempt })) }),
    next_seq: 1,
    messages: messages as OpenResult['messages'],
    tools: toolSchemasIn(setup) as unknown as OpenResult['tools'],
    ...(events === undefined
      ? {}
      : { info: { score: 0, reward_parts: {}, events: eventsOnWire(events) } }),
  }
}
