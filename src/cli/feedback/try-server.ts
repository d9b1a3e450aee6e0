import { createChatClient } from '../../effects/chat-client.ts'
import { ChatError } from '../../effects/chat-error.ts'
import type { CompletionParameters } from '../../effects/chat-message.ts'
import { type ChatProfile, toClientOptions } from '../../effects/chat-profile.ts'
import type { MathProblem } from '../../sim/math/problem.ts'
import { guardFeedback } from '../../sim/math/tutor/guard.ts'
import { feedbackRequest } from '../../sim/math/tutor/request.ts'
import { explainChatError } from './explain-chat-error.ts'

/** The result of one try at one server. */
export interface ServerTrial {
  readonly base_url: string
  /** `fit`: its feedback is usable. `leaky`: it answers, but reveals right answers. */
  readonly status: 'fit' | 'leaky' | 'unfit'
  /** What happened, in a sentence. */
  readonly what: string
  /** What to do about it; empty if nothing is needed. */
  readonly remedy: string
  readonly milliseconds: number
  /** The beginning of the model's answer; empty if there was none. */
  readonly said: string
}

const EXCERPT_CHARACTERS_MAX = 300

/** Asks one server of a profile once for feedback on a sample. Never rejects. */
export async function tryServer(profile: ChatProfile, baseUrl: string): Promise<ServerTrial> {
  const startMs = performance.now()
  const trial = await tryFeedback(profile, baseUrl)
  return { base_url: baseUrl, milliseconds: Math.round(performance.now() - startMs), ...trial }
}

type Outcome = Omit<ServerTrial, 'base_url' | 'milliseconds'>

async function tryFeedback(profile: ChatProfile, baseUrl: string): Promise<Outcome> {
  try {
    const options = { ...toClientOptions(profile), baseUrls: [baseUrl], retries: 0 }
    const { content, finishReason } = await createChatClient(options).complete(sampleRequest())
    return judge(content, finishReason)
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    return { status: 'unfit', said: '', ...explainChatError(error, profile) }
  }
}

function sampleRequest(): CompletionParameters {
  const input = feedbackRequest({
    problem: SAMPLE_PROBLEM,
    kind: 'process',
    confirm: true,
    earlier: [],
    answer: SAMPLE_ANSWER,
    reasoning: '',
    strict: false,
  })
  return input as unknown as CompletionParameters
}

function judge(content: string, finishReason: string | null): Outcome {
  const text = content.trim()
  if (text === '') {
    const what = 'It answered without a word.'
    const remedy =
      'Raise max_tokens if the model thinks first; check that its chat template is the right one.'
    return { status: 'unfit', what, remedy, said: '' }
  }
  const excerpt = text.replace(/\s+/g, ' ').slice(0, EXCERPT_CHARACTERS_MAX)
  const guarded = guardFeedback(SAMPLE_PROBLEM, text)
  if (guarded.verdict === 'leaks') {
    const what = 'It answers, but its feedback gives the right answer away.'
    const remedy =
      'Episodes would ask once more and then use the built-in tutor; try another model.'
    return { status: 'leaky', what, remedy, said: excerpt }
  }
  const maskNote = guarded.verdict === 'masked' ? ' The right answer was in it and was masked.' : ''
  const cut = finishReason === 'length' ? ' It was cut off at max_tokens.' : ''
  const remedy = cut === '' ? '' : 'Raise max_tokens, or use a model that says less.'
  return {
    status: 'fit',
    what: `It answers with feedback.${maskNote}${cut}`,
    remedy,
    said: excerpt,
  }
}

/** A sample problem that every tutor model should be able to discuss. */
const SAMPLE_PROBLEM: MathProblem = {
  dataset: 'fractions',
  question: 'What is \\frac{1}{2} + \\frac{1}{3}?',
  answer: { kind: 'expression', gold: '\\frac{5}{6}', options: [], aliases: [] },
  solution:
    'The common denominator is 6. Written over 6, the fractions are 3/6 and 2/6. ' +
    'Their sum is 5/6.',
  mistakes: [],
}

/** A wrong answer to the sample problem, as a student would write it. */
const SAMPLE_ANSWER =
  'I add the tops and the bottoms: 1 + 1 = 2 and 2 + 3 = 5. The answer is \\boxed{\\frac{2}{5}}.'
