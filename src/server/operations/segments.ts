import { type Segment, segmentsInPieces } from '../../datasets/training/segments.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { Access } from '../access.ts'
import type { HostCore } from '../core.ts'
import { ModelCallReader } from '../gateway/model-calls.ts'
import { type Caller, callerName } from '../principal.ts'
import { callRows } from './calls.ts'
import { inPieces, loadEpisode } from './load.ts'

/** The rows to read at once. Each may contain some hundred kilobytes of ids. */
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
  const modelCalls = new ModelCallReader()
  const range = { from: 0, limit: Number.POSITIVE_INFINITY, pageSize: ROWS }
  for await (const row of callRows(core, caller, id, range)) modelCalls.add(row)
  const { calls } = modelCalls
  const queue = callerName(caller)
  const segments = await inPieces(core, queue, segmentsInPieces(calls, steps, new Set(also)))
  return {
    episode_id: id,
    segments: await inPieces(core, queue, segmentResults(segments.segments)),
    calls: [...segments.uses],
    steps: [...segments.steps],
    sampled: segments.sampled,
    trained: segments.trained,
  }
}

function* segmentResults(segments: readonly Segment[]) {
  const results: ReturnType<typeof segmentResult>[] = []
  for (const segment of segments) {
    results.push(segmentResult(segment))
    yield
  }
  return results
}

/** Log-probabilities have 32 bits, and nine digits represent each of them exactly. */
const segmentResult = ({ prompt, response, mask, logprobs, calls }: Segment) => ({
  prompt_ids: [...prompt],
  response_ids: [...response],
  response_mask: [...mask],
  logprobs: logprobs.map((value) => Number(value.toPrecision(9))),
  calls: calls.map(({ call, start, end, isTrained }) => ({
    ...{ call, start, end, is_trained: isTrained },
  })),
})
