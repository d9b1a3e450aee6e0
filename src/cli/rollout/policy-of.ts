import type { TokenUsage } from '../../effects/chat-message.ts'
import type { ThoughtPolicy } from '../../env/thoughts.ts'
import { makePolicy, policyNames } from '../../policies/index.ts'
import { openaiPolicy } from '../../policies/openai.ts'
import type { Policy } from '../../policies/policy.ts'
import { PolicyError } from '../../policies/policy-error.ts'
import { nearestName } from '../../sim/nearest-name.ts'
import { environments, requireEnvironment } from '../environments.ts'
import { CommandError } from '../errors.ts'

/** The flags that describe a policy. */
export interface PolicyFlags {
  /** The environment to play. */
  readonly env: string
  readonly policy: string
  readonly model?: string
  readonly baseUrl?: readonly string[]
  readonly apiKeyEnv?: string
  readonly temperature?: number
  /**
   * Whether the model's chat template allows thinking; undefined: as the template does by default.
   */
  readonly thinking?: boolean
  /** Which thoughts of its earlier turns the model sees. */
  readonly thoughts?: ThoughtPolicy
  readonly maxTokens?: number
  readonly modelTimeout?: number
}

/**
 * The policy that the flags describe.
 *
 * @param onUsage called with the tokens of each turn of a model
 * @throws CommandError if the name is unknown, a model is not fully described, or the policy does
 * not play the environment
 */
export function createPolicy(flags: PolicyFlags, onUsage?: (usage: TokenUsage) => void): Policy {
  if (flags.policy === 'openai') return modelPolicy(flags, onUsage)
  const policy = namedPolicy(flags)
  const { audit } = requireEnvironment(flags.env)
  if (policy.name === 'oracle' && audit.solve === undefined) {
    throw new CommandError(
      `the policy "oracle" cannot play ${flags.env}, which has no audit.solve`,
      'Write that function, or use another --policy, such as random.',
    )
  }
  return mustPlay(policy, flags.env)
}

/**
 * The policy without a model that the flags name, whatever it plays.
 *
 * @throws CommandError if the name is unknown, or the flags name a model too
 */
export function namedPolicy(flags: Omit<PolicyFlags, 'env'>): Policy {
  if (flags.model !== undefined || flags.baseUrl !== undefined) {
    const message = `--model and --base-url are not for the policy "${flags.policy}"`
    throw new CommandError(message, 'Use them with --policy openai.')
  }
  const allEnvironments = environments()
  const names = policyNames(allEnvironments)
  if (!names.includes(flags.policy)) {
    const allNames = [...names, 'openai'].join(', ')
    const nearest = nearestName(flags.policy, names)
    const remedy = nearest === undefined ? `Known: ${allNames}.` : `Did you mean ${nearest}?`
    throw new CommandError(`there is no policy "${flags.policy}"`, remedy)
  }
  return makePolicy(flags.policy, allEnvironments)
}

/** Whether a policy plays an environment. */
export const canPlay = ({ environments }: Policy, env: string): boolean =>
  environments === undefined || environments.includes(env)

/**
 * Returns the policy if it plays the environment.
 *
 * @throws CommandError if it does not
 */
export function mustPlay(policy: Policy, env: string): Policy {
  const { name, environments } = policy
  if (environments === undefined || canPlay(policy, env)) return policy
  throw new CommandError(
    `the policy "${name}" plays ${environments.join(', ')} only, and not ${env}`,
    'Use another --policy, such as oracle or random, or another --env.',
  )
}

function modelPolicy(flags: PolicyFlags, onUsage?: (usage: TokenUsage) => void): Policy {
  const { model, baseUrl: baseUrls, apiKeyEnv, temperature, maxTokens, thinking, thoughts } = flags
  if (model === undefined || baseUrls === undefined) {
    throw new CommandError(
      '--policy openai needs a model and where it is served',
      'Give --model NAME --base-url http://HOST:PORT/v1.',
    )
  }
  if (apiKeyEnv !== undefined && process.env[apiKeyEnv] === undefined) {
    const remedy = `Set ${apiKeyEnv}, or leave out --api-key-env.`
    throw new CommandError(`the environment variable ${apiKeyEnv} is not set`, remedy)
  }
  const deadlineMs = flags.modelTimeout
  try {
    return openaiPolicy({
      baseUrls,
      model,
      ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(thinking === undefined ? {} : { thinking }),
      ...(thoughts === undefined ? {} : { thoughts }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(onUsage === undefined ? {} : { onUsage }),
    })
  } catch (error) {
    if (error instanceof PolicyError) throw new CommandError(error.message)
    throw error
  }
}
