import { z } from 'zod'
import { type Checker, getChecker } from '../../tools/checker.ts'
import { type ComplaintOptions, describeMismatch } from '../../tools/complaint.ts'
import type { EffectAnswer } from '../../tools/effect.ts'
import type { End, EndReason } from '../end.ts'
import { WorldChanged, WorldFailure, WorldLate, WorldUnavailable } from '../failure.ts'
import type { PublicEvent } from '../public-event.ts'
import { next, type Transition } from '../transition.ts'
import type { PythonDescription } from './description.ts'

/** Why a world itself may end an episode, and which kind of end that is. */
const ENDS = {
  completed: 'terminated',
  failed: 'terminated',
  answered: 'terminated',
  gave_up: 'terminated',
  call_limit: 'truncated',
  turn_limit: 'truncated',
} as const satisfies Partial<Record<EndReason, End['kind']>>

/** The state of a Python episode: the world's state as text, and the results of its functions. */
export interface PythonState {
  /** JSON text as the world wrote it: numbers and the order of keys come back as they were. */
  readonly state: string
  readonly parts: Readonly<Record<string, number>>
  /** The results if the episode ends here. */
  readonly closing: {
    readonly parts: Readonly<Record<string, number>>
    readonly metrics: Readonly<Record<string, number>>
  }
  readonly revealed: boolean
}

/** Reads answers to `open` and `step` of a world. */
type TransitionReader = (call: string, answer: EffectAnswer) => Transition<PythonState>

/** A reader of the world's answers, which must match its declarations. */
export function transitionReader({ metrics, reward }: PythonDescription): TransitionReader {
  const checker = getChecker(transitionSchema(metrics, reward.parts))
  return (call, answer) => {
    const { messages, events, end, ...state } = readAnswer(
      call,
      answer,
      checker,
    ) as PythonTransition
    const transition = next(state, messages, events as readonly PublicEvent[] | undefined)
    return end === null ? transition : { ...transition, end: { kind: ENDS[end], reason: end } }
  }
}

type PythonTransition = z.infer<ReturnType<typeof transitionSchema>>

function transitionSchema(metrics: readonly string[], parts: readonly string[]) {
  const forEachName = <Value extends z.ZodType>(names: readonly string[], value: Value) =>
    z.strictObject(Object.fromEntries(names.map((name) => [name, value])))
  const score = forEachName(parts, z.int()) as unknown as z.ZodType<Record<string, number>>
  const measures = forEachName(metrics, z.number()) as unknown as z.ZodType<Record<string, number>>
  const otherMessage = z.strictObject({ role: z.enum(['system', 'user']), content: z.string() })
  const toolMessage = z.strictObject({
    role: z.literal('tool'),
    tool_call_id: z.string(),
    name: z.string(),
    content: z.string(),
  })
  return z.strictObject({
    state: z.string(),
    messages: z.array(z.union([otherMessage, toolMessage])),
    /** Left out in records of older programs. */
    events: z.array(z.object({ kind: z.string() }).catchall(z.json())).optional(),
    end: z.enum(Object.keys(ENDS) as (keyof typeof ENDS)[]).nullable(),
    parts: score,
    closing: z.strictObject({ parts: score, metrics: measures }),
    revealed: z.boolean(),
  })
}

/**
 * The checked answer to a call.
 *
 * @throws WorldFailure if the world failed or answered something else; WorldUnavailable if it was
 *   not asked
 */
function readAnswer(call: string, answer: EffectAnswer, checker: Checker): unknown {
  if (answer.status === 'failed') throw toFailure(answer)
  const checked = checker.safeParse(answer.output)
  if (checked.success) return checked.data
  const { path, text } = describeMismatch(checked.error, answer.output, ANSWER)
  throw new WorldFailure(`python/answer in ${functionName(call, path)}: ${text}`)
}

/** How a wrong answer is reported: with no value of it, which may be a hidden fact. */
export const ANSWER: ComplaintOptions = { root: 'answer', mayShow: () => false }

/** Why a world gave no answer, as an error. */
export function toFailure({ reason, message }: FailedAnswer): Error {
  if (reason === 'unavailable') return new WorldUnavailable(message)
  if (reason === 'timeout') return new WorldLate(message)
  return reason === 'refused' ? new WorldChanged(message) : new WorldFailure(message)
}

type FailedAnswer = Extract<EffectAnswer, { readonly status: 'failed' }>

/** The function of the world that a member of its answer came from. */
export function functionName(call: string, path: readonly PropertyKey[]): string {
  const [first, second] = path
  if (call === 'tasks') return second === 'public' ? 'public_task' : 'generate'
  if (call !== 'open' && call !== 'step') return call
  if (first === 'parts' || second === 'parts') return 'score'
  if (second === 'metrics') return 'measure'
  return first === 'revealed' ? 'revealed' : call
}
