import { type EpisodeSetup, seedAt } from '../../env/episode.ts'
import { storedLimits } from '../../env/log.ts'
import type { ChatMessage } from '../../env/message.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'
import type { KeyScope } from '../principal.ts'

/**
 * What a client gets to begin with: the opening, the tools, the rules.
 *
 * @param scope what its caller may do: one that may only look gets no key to play with
 */
export function openResult(
  core: HostCore,
  id: string,
  setup: EpisodeSetup,
  messages: readonly ChatMessage[],
  scope: KeyScope = 'play',
): OpenResult {
  const { environment, task, settings, limits, seeds } = setup
  return {
    episode_id: id,
    resume_key: scope === 'play' ? core.keys.make(id, 'play') : null,
    view_key: core.keys.make(id, 'view'),
    env: environment.id,
    task: environment.publicTask(task),
    seed: environment.usesSeed ? seedAt(seeds, 0) : null,
    settings,
    limits: storedLimits(limits),
    condition: 'clean',
    attempts_shown: 0,
    next_seq: 1,
    messages: messages as OpenResult['messages'],
    tools: core.offers.get(environment.id)?.tools as OpenResult['tools'],
  }
}
