import { isAttempt } from '../../env/group.ts'
import { otherRevision } from '../../env/revision.ts'
import { Fault } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { accessTo } from '../access.ts'
import type { HostCore } from '../core.ts'
import { attemptsIn, readEpisodes } from '../groups/pages.ts'
import { type Caller, callerName, seesAll } from '../principal.ts'
import { loadEpisode, otherRevisionFault, parseOpening } from './load.ts'
import { readAttempt, rowPayloads } from './read-attempt.ts'
import { readStore } from './store-reads.ts'
import { temporaryFault } from './temporary-fault.ts'

type Account = Result<'episode.account'>

/**
 * The description of an attempt for later attempts of its group, even if none has seen it. A
 * critique by rules is computed again, and a critique from another source is read from the store.
 *
 * @throws Fault `episode/not_found`, `episode/damaged`, `episode/unverifiable`,
 *   `episode/other_revision`, `env/unavailable`, `store/unavailable`
 */
export async function readAccount(
  core: HostCore,
  caller: Caller,
  { episode_id: id, resume_key: resumeKey }: CheckedParams<'episode.account'>,
): Promise<Account> {
  const access = accessTo('episode.account', caller, resumeKey)
  const storedEpisode = await loadEpisode(core, id, access)
  const { summary } = storedEpisode
  const { endReason, success, group } = summary
  const nothing = { episode_id: id, did: null, critique: null, source: null, shown_to: [] }
  if (endReason === null) return { ...nothing, outcome: 'open' }
  if (success === true) return { ...nothing, outcome: 'won' }
  if (!isAttempt(endReason)) return { ...nothing, outcome: 'no_attempt' }
  const rollout = { episode: id, index: group?.index ?? 0 }
  const reading = readAttempt(core, rowPayloads(storedEpisode), rollout, summary.principal)
  const { attempt } = await reading.catch((error) => {
    const passing = temporaryFault(error)
    if (passing !== undefined) throw passing
    const environment = core.catalog.get(summary.environment)?.environment
    const otherCode =
      environment && otherRevision(parseOpening(storedEpisode), environment, storedEpisode.rows)
    if (otherCode !== undefined)
      throw otherRevisionFault(id, summary.environment, otherCode, { cause: error })
    const message = `the environment of this server cannot describe episode ${id}`
    throw new Fault('episode/unverifiable', message, { cause: error })
  })
  const storedCritique = await readStore(() => core.store.book.critique(id))
  return {
    episode_id: id,
    outcome: attempt.outcome,
    did: attempt.did,
    critique: storedCritique?.text ?? attempt.critique,
    source: storedCritique?.source ?? 'rule',
    shown_to: await attemptsShowing(core, caller, summary),
  }
}

type Summary = Awaited<ReturnType<typeof loadEpisode>>['summary']

/**
 * The attempts whose prompt contains this one. Only the owner and admins see them, because a key
 * opens only one episode.
 */
async function attemptsShowing(
  core: HostCore,
  caller: Caller,
  { run, group, principal }: Summary,
): Promise<Account['shown_to']> {
  const isOwner = caller.kind === 'principal' && caller.name === principal
  if (group === null || run === null || !(isOwner || seesAll(caller))) return []
  const queue = callerName(caller)
  const shownRollouts: Account['shown_to'] = []
  for await (const page of readEpisodes(core, { principal, run, id: group.id }, queue)) {
    for (const groupEpisode of page) {
      if (groupEpisode.generation !== group.generation || groupEpisode.condition !== 'guided')
        continue
      const attemptIndices = await core.scheduler.begin(queue, () => attemptsIn(core, groupEpisode))
      if (attemptIndices.includes(group.index))
        shownRollouts.push({ index: groupEpisode.index, episode_id: groupEpisode.episode })
    }
  }
  return shownRollouts.sort((left, right) => left.index - right.index)
}
