import type { Attempt } from '../../env/attempt.ts'
import { type CriticName, findCritic } from '../../env/critics/index.ts'
import type { GroupEvent } from '../../env/group-state.ts'
import { perform } from '../../tools/effect.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { drive } from '../operations/drive.ts'
import { type ReadAttempt, readAttempt, rowPayloads } from '../operations/read-attempt.ts'
import type { Group } from './table.ts'

type CritiqueOutcome = Pick<
  Extract<GroupEvent, { kind: 'critique' }>,
  'critique' | 'isAwaitingPost'
>

/**
 * Describes a failed attempt from its log, with a critique. If the trainer is to write the
 * critique, the one by rules is used until then. `nothing` if the log is gone or damaged.
 *
 * @throws StoreError, and the environment's error if it cannot read the log
 */
export async function writeCritique(
  core: HostCore,
  group: Group,
  { episode, index }: Pick<Attempt, 'episode' | 'index'>,
): Promise<CritiqueOutcome> {
  const owner = group.key.principal
  const attempt = await core.scheduler.begin(owner, async () => {
    const payloads = core.recentLogs.of(episode) ?? (await storedPayloads(core, episode))
    core.recentLogs.forget(episode)
    return payloads && readAttempt(core, payloads, { index, episode }, owner)
  })
  if (attempt === undefined) return { critique: 'nothing' }
  const storedCritique = await core.store.book.critique(episode)
  if (storedCritique !== undefined)
    return { critique: { ...attempt.attempt, critique: storedCritique.text } }
  const critic = group.state.rules?.feedback.critique ?? 'rule'
  if (findCritic(critic).writes === 'when_posted') {
    return { critique: attempt.attempt, isAwaitingPost: true }
  }
  const critique = await critiqueBy(core, critic, attempt, owner)
  return { critique: { ...attempt.attempt, critique } }
}

async function storedPayloads(
  { store }: HostCore,
  episode: string,
): Promise<readonly string[] | undefined> {
  const storedEpisode = await store.log.load(episode)
  if (storedEpisode === undefined || storedEpisode.defect !== null) return undefined
  return rowPayloads(storedEpisode)
}

/**
 * Gets the critique from a critic. An external critique is stored, so that it is requested only
 * once.
 */
async function critiqueBy(
  core: HostCore,
  name: CriticName,
  { attempt, seen: { transcript } }: ReadAttempt,
  owner: string,
): Promise<string> {
  const profile = core.groups.options.critiqueProfile
  const writing = perform(findCritic(name).write({ attempt, transcript, profile }))
  const { result, effects } = await drive(core, owner, writing)
  const source = result === undefined ? 'rule' : name
  countOne(core.metrics.critiques, source)
  const text = result ?? attempt.critique
  const effect = effects.at(-1)
  if (effect === undefined) return text
  return (await core.store.book.putCritique(attempt.episode, { source, text, effect })).text
}
