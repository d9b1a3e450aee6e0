import { z } from 'zod'
import type { EffectAnswer } from '../tools/effect.ts'
import { type ChatClient, createChatClient } from './chat-client.ts'
import { ChatError } from './chat-error.ts'
import type { CompletionParameters } from './chat-message.ts'
import { type ChatProfile, toClientOptions } from './chat-profile.ts'
import { withDeadline } from './deadline.ts'
import { type FairSlots, profileSlots, type Release } from './fair-slots.ts'
import { complaints, failedAnswer, NOBODY, type Performer } from './performer.ts'

const PROMPT_CHARACTERS_MAX = 1_000_000

/** A request from an environment: messages and limits, but never a server address. */
const inputSchema = z.strictObject({
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1)
    .max(1_000)
    .refine(
      (messages) =>
        messages.reduce((sum, message) => sum + message.content.length, 0) <= PROMPT_CHARACTERS_MAX,
      `more than ${PROMPT_CHARACTERS_MAX} characters`,
    ),
  max_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().min(0).max(2_147_483_647).optional(),
  stop: z.array(z.string().min(1).max(200)).min(1).max(4).optional(),
})

interface Seat {
  readonly profile: ChatProfile
  readonly client: ChatClient
  readonly slots: FairSlots
}

/** Options of `chatPerformer`. */
interface ChatPerformerOptions {
  /** Receives each failed call with the server's address. For the operator's log only. */
  readonly onFailure?: (profile: string, error: ChatError) => void
  /** Slots by profile name. Default: separate slots for a single owner. */
  readonly slots?: ReadonlyMap<string, FairSlots>
}

/**
 * The performer of kind `chat`: sends `{messages, max_tokens?, temperature?, seed?, stop?}` to the
 * servers of the request's profile and answers `{content, finish_reason}`. A request never gets
 * more tokens than its profile allows. Answers name the profile and never a server's address.
 *
 * @throws ChatError if a profile's base URL cannot be used
 */
export function chatPerformer(
  profiles: Readonly<Record<string, ChatProfile>>,
  options: ChatPerformerOptions = {},
): Performer {
  const seats = new Map<string, Seat>()
  const { slots: slotsByProfile = profileSlots(profiles, false) } = options
  for (const [name, profile] of Object.entries(profiles)) {
    const slots = slotsByProfile.get(name) as FairSlots
    seats.set(name, { profile, client: createChatClient(toClientOptions(profile)), slots })
  }
  const deadlines = Object.values(profiles).map((profile) => profile.deadline_ms)
  return {
    kind: 'chat',
    // Each profile has its own deadline, so the table's deadline must cover the longest one.
    deadlineMs: Math.max(0, ...deadlines) + 5_000,
    concurrency: Number.POSITIVE_INFINITY,
    perform: async ({ profile: name, input }, signal, owner = NOBODY) => {
      const seat = name === undefined ? undefined : seats.get(name)
      if (name === undefined || seat === undefined) return unknownProfile(name, [...seats.keys()])
      const checked = inputSchema.safeParse(input)
      if (!checked.success) return failedAnswer('refused', `chat: ${complaints(checked.error)}.`)
      const { max_tokens: maxTokens = seat.profile.max_tokens, ...rest } = checked.data
      const request = { ...rest, maxTokens: Math.min(maxTokens, seat.profile.max_tokens) }
      try {
        return await ask(seat, request as CompletionParameters, { name, owner }, signal)
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        options.onFailure?.(name, error)
        return failedAnswer(error.reason, `Profile "${name}": ${error.publicMessage}`)
      }
    },
  }
}

async function ask(
  { profile, client, slots }: Seat,
  request: CompletionParameters,
  { name, owner }: { readonly name: string; readonly owner: string },
  signal: AbortSignal,
): Promise<EffectAnswer> {
  const startMs = Date.now()
  const release = await takeSlot(slots, owner, profile.deadline_ms, signal)
  if (typeof release === 'string') {
    const problem = release === 'full' ? 'too many requests wait' : 'no request before it was done'
    const reason = release === 'full' ? 'unavailable' : 'timeout'
    return failedAnswer(
      reason,
      `Profile "${name}": ${problem}; try again later, or raise its concurrency.`,
    )
  }
  try {
    const deadlineMs = Math.max(1, startMs + profile.deadline_ms - Date.now())
    const { content, finishReason } = await client.complete({ ...request, deadlineMs }, signal)
    return { status: 'answered', output: { content, finish_reason: finishReason } }
  } finally {
    release()
  }
}

async function takeSlot(
  slots: FairSlots,
  owner: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Release | 'full' | 'late'> {
  try {
    return await withDeadline(deadlineMs, signal, (deadlineSignal) =>
      slots.acquire(owner, deadlineSignal),
    )
  } catch (error) {
    if (signal.aborted) throw error
    return 'late'
  }
}

function unknownProfile(name: string | undefined, profileNames: readonly string[]): EffectAnswer {
  const list =
    profileNames.length === 0 ? 'none is configured' : `known profiles: ${profileNames.join(', ')}`
  const problem = name === undefined ? 'No chat profile was named' : `No chat profile "${name}"`
  return failedAnswer('refused', `${problem}; ${list}.`)
}
