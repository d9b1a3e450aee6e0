import { seedAt } from '../../env/episode.ts'
import type { Condition } from '../../env/group.ts'
import { storedLimits } from '../../env/log.ts'
import type { ChatMessage } from '../../env/message.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { KeyScope } from '../principal.ts'
import type { Session } from '../session.ts'

/** Whether an episode's opening may show earlier attempts; a fork is what its parent was. */
export const conditionOf = ({ index, setup }: Pick<Session, 'index' | 'setup'>): Condition =>
  index.condition ?? ((setup.attempts ?? []).length > 0 ? 'guided' : 'clean')

/**
 * What a client gets to begin with: the opening, the tools, the rules.
 *
 * @param scope what its caller may do: one that may only look gets no key to play with
 */
export function openResult(
  core: HostCore,
  { id, index, setup }: Pick<Session, 'id' | 'index' | 'setup'>,
  messages: readonly ChatMessage[],
  scope: KeyScope = 'play',
): OpenResult {
  const { environment, task, settings, limits, seeds, attempts } = setup
  return {
    episode_id: id,
    resume_key: scope === 'play' ? core.keys.make(id, 'play') : null,
    view_key: core.keys.make(id, 'view'),
    env: environment.id,
    task: environment.publicTask(task),
    seed: environment.usesSeed ? seedAt(seeds, 0) : null,
    settings,
    limits: storedLimits(limits),
    condition: conditionOf({ index, setup }),
    attempts_shown: attempts?.length ?? 0,
    ...(attempts === undefined ? {} : { attempts: attempts.map((attempt) => ({ ...attempt })) }),
    next_seq: 1,
    messages: messages as OpenResult['messages'],
    tools: core.catalog.get(environment.id)?.tools as OpenResult['tools'],
  }
}
