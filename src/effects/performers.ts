import { z } from 'zod'
import type { Json } from '../sim/json.ts'
import { getChecker } from '../tools/checker.ts'
import type { EffectAnswer, EffectRequest } from '../tools/effect.ts'
import { jsonObject } from '../tools/json-object.ts'
import { onAbort, withDeadline } from './deadline.ts'
import { FairSlots, reservedSlots } from './fair-slots.ts'
import { complaints, failedAnswer, NOBODY, type Performer } from './performer.ts'

/** Default limits for performers. */
interface PerformersOptions {
  /** Longest time for one effect, from the request to its answer. Default 30,000. */
  readonly deadlineMs?: number
  /** Maximum number of concurrent effects of one kind. Default 16. */
  readonly concurrency?: number
  /** Maximum number of waiting effects of one kind. Default 1,024. */
  readonly queueMax?: number
  /** Whether several owners share this table, so none may use every slot. Default false. */
  readonly isShared?: boolean
  /** Longest answer, as UTF-8 JSON text. Default 256 KiB. */
  readonly answerBytesMax?: number
  /** Receives each error that a performer throws, for the operator's log. Answers omit it. */
  readonly onError?: (kind: string, error: unknown) => void
}

/** Performs effects of every known kind. */
interface Performers {
  readonly kinds: readonly string[]
  /** Never rejects. Every failure becomes a failed answer with a message. */
  perform(request: EffectRequest, signal?: AbortSignal, owner?: string): Promise<EffectAnswer>
}

/** Thrown inside this file only: the signal came before the performer's answer. */
class Aborted extends Error {}

interface Entry {
  readonly performer: Performer
  readonly slots: FairSlots
  readonly deadlineMs: number
}

interface EffectCall {
  readonly request: EffectRequest
  readonly owner: string
}

const MESSAGE_CHARACTERS_MAX = 2_000

const requestSchema = z.strictObject({
  kind: z.string().min(1).max(64),
  profile: z.string().min(1).max(64).optional(),
  input: jsonObject,
  attached: jsonObject.optional(),
})

const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('answered'), output: z.unknown() }),
  z.object({
    status: z.literal('failed'),
    reason: z.enum(['timeout', 'unavailable', 'refused', 'invalid']),
    message: z.string(),
  }),
])

/** The table of performers, each under a deadline and its own bounded queue. Kinds are unique. */
export function createPerformers(
  performers: readonly Performer[],
  options: PerformersOptions = {},
): Performers {
  const entries = new Map<string, Entry>()
  for (const performer of performers) {
    if (entries.has(performer.kind)) {
      throw new Error(`performers: there are two of the kind "${performer.kind}"`)
    }
    const concurrency = performer.concurrency ?? options.concurrency ?? 16
    const keep = options.isShared === true ? reservedSlots(concurrency) : 0
    const slots = new FairSlots({ concurrency, queueMax: options.queueMax ?? 1_024, keep })
    const deadlineMs = performer.deadlineMs ?? options.deadlineMs ?? 30_000
    entries.set(performer.kind, { performer, slots, deadlineMs })
  }
  const answerBytesMax = options.answerBytesMax ?? 256 * 1024

  return {
    kinds: [...entries.keys()],
    perform: async (request, signal, owner = NOBODY) => {
      const checked = getChecker(requestSchema).safeParse(request)
      if (!checked.success) {
        return failedAnswer(
          'refused',
          `This is not an effect request: ${complaints(checked.error)}.`,
        )
      }
      const entry = entries.get(request.kind)
      if (entry === undefined) {
        const effectNames = [...entries.keys()].join(', ')
        return failedAnswer(
          'refused',
          `No performer does "${request.kind}"; known kinds: ${effectNames}.`,
        )
      }
      const answer = await performOne(entry, { request, owner }, signal, options.onError)
      return plainAnswer(request.kind, answer, answerBytesMax)
    },
  }
}

async function performOne(
  entry: Entry,
  call: EffectCall,
  signal: AbortSignal | undefined,
  onError: PerformersOptions['onError'],
): Promise<EffectAnswer> {
  const { kind } = call.request
  try {
    return await withDeadline(entry.deadlineMs, signal, (deadlineSignal) =>
      inTurn(entry, call, deadlineSignal),
    )
  } catch (error) {
    if (signal?.aborted === true)
      return failedAnswer('unavailable', `The effect "${kind}" was cancelled.`)
    if (error instanceof Aborted) {
      return failedAnswer(
        'timeout',
        `The effect "${kind}" took longer than ${entry.deadlineMs} ms.`,
      )
    }
    reportError(onError, kind, error)
    const name = error instanceof Error ? String(error.name).slice(0, 60) : typeof error
    return failedAnswer('unavailable', `The performer of "${kind}" failed unexpectedly (${name}).`)
  }
}

async function inTurn(
  { performer, slots }: Entry,
  { request, owner }: EffectCall,
  signal: AbortSignal,
): Promise<EffectAnswer> {
  const aborted = onAbort(signal)
  try {
    const release = await slots.acquire(owner, signal)
    if (release === 'full') {
      return failedAnswer(
        'unavailable',
        `Too many effects "${request.kind}" wait; try again later.`,
      )
    }
    // Release the slot when the work has stopped, not when its caller stops waiting.
    // A performer that obeys the signal slowly thus never exceeds its limit.
    const work = (async () => performer.perform(request, signal, owner))().finally(release)
    return await Promise.race([work, aborted.promise])
  } catch (error) {
    if (signal.aborted) throw new Aborted()
    throw error
  } finally {
    aborted.stop()
  }
}

function reportError(onError: PerformersOptions['onError'], kind: string, error: unknown): void {
  try {
    onError?.(kind, error)
  } catch {
    // A failing log must not fail the effect.
  }
}

/** The answer as the log stores it: validated, bounded, plain JSON. */
function plainAnswer(kind: string, answer: unknown, bytesMax: number): EffectAnswer {
  const checked = getChecker(answerSchema).safeParse(answer)
  if (!checked.success) return failedAnswer('invalid', `The performer of "${kind}" gave no answer.`)
  if (checked.data.status === 'failed') {
    const { reason, message } = checked.data
    return failedAnswer(reason, message.slice(0, MESSAGE_CHARACTERS_MAX))
  }
  const text = jsonText(checked.data.output)
  if (text === undefined)
    return failedAnswer('invalid', `The answer of "${kind}" is not plain JSON.`)
  const bytes = Buffer.byteLength(text)
  if (bytes > bytesMax) {
    return failedAnswer(
      'invalid',
      `The answer of "${kind}" has ${bytes} bytes; at most ${bytesMax} do.`,
    )
  }
  return { status: 'answered', output: JSON.parse(text) as Json }
}

function jsonText(output: unknown): string | undefined {
  try {
    return JSON.stringify(output)
  } catch {
    return undefined
  }
}
