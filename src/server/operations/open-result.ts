import { type EpisodeSetup, seedAt } from '../../env/episode.ts'
import { storedLimits } from '../../env/log.ts'
import type { ChatMessage } from '../../env/message.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { HostCore } from '../core.ts'

/** What a client gets to begin with: the opening, the tools, the rules. */
export function openResult(
  core: HostCore,
  id: string,
  setup: EpisodeSetup,
  messages: readonly ChatMessage[],
): OpenResult {
  const { environment, task, settings, limits, seeds } = setup
  return {
    episode_id: id,
    resume_key: core.keys.make(id, 'play'),
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
