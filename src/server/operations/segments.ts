import { type Segment, segmentsOf } from '../../datasets/training/segments.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { Access } from '../access.ts'
import type { HostCore } from '../core.ts'
import { ModelCalls } from '../gateway/model-calls.ts'
import { type Caller, callerName } from '../principal.ts'
import { loadEpisode } from './load.ts'
import { reading } from './reading.ts'

/** Rows that are read at once: each may have some hundred kilobytes of ids. */
const ROWS = 8

/**
 * The model calls of an episode as training segments.
 *
 * @throws Fault `episode/not_found`, `episode/damaged`, `store/unavailable`
 */
export async function segmentsOperation(
  core: HostCore,
  caller: Caller,
  { episode_id: id, also }: CheckedParams<'episode.segments'>,
): Promise<Result<'episode.segments'>> {
  const access: Access = { caller, scope: 'play' }
  const { rows } = await loadEpisode(core, id, access)
  const steps = rows.filter(({ kind }) => kind === 'stepped').map(({ position }) => position)
  const calls = await storedCalls(core, caller, id)
  const found = segmentsOf(calls, steps, new Set(also))
  return {
    episode_id: id,
    segments: found.segments.map(segmentResult),
    calls: [...found.uses],
    steps: [...found.steps],
    sampled: found.sampled,
    trained: found.trained,
  }
}

async function storedCalls(core: HostCore, caller: Caller, id: string) {
  const share = core.turns.share(callerName(caller))
  const stored = new ModelCalls()
  for (;;) {
    const rows = await reading(() => core.store.calls.load(id, stored.calls.length, ROWS))
    for (const row of rows) {
      if (share.isUsedUp) await share.renew()
      stored.add(row)
    }
    if (rows.length < ROWS) return stored.calls
  }
}

/** Log-probabilities have the precision of 32 bits: nine digits give each back exactly. */
const segmentResult = ({ prompt, response, mask, logprobs, calls }: Segment) => ({
  prompt_ids: [...prompt],
  response_ids: [...response],
  response_mask: [...mask],
  logprobs: logprobs.map((value) => Number(value.toPrecision(9))),
  calls: calls.map(({ call, start, end, isTrained }) => ({
    ...{ call, start, end, is_trained: isTrained },
  })),
})
