import type { Policy } from '../../policies/policy.ts'
import { CommandError } from '../errors.ts'
import { mustPlay, type PolicyFlags, policyOf } from '../rollout/policy-of.ts'

const CHECKPOINT = 'checkpoint:'

/**
 * The policy to evaluate: one by name, a model, or `checkpoint:PATH` of the local engine.
 *
 * @throws CommandError if there is no such policy; the error of the file system
 */
export async function evaluatedPolicy(flags: PolicyFlags): Promise<Policy> {
  if (!flags.policy.startsWith(CHECKPOINT)) return policyOf(flags)
  const path = flags.policy.slice(CHECKPOINT.length)
  // Loaded when needed: most evaluations are of other policies.
  const [{ CheckpointError, readCheckpoint }, { localPlayer }] = await Promise.all([
    import('../../train-bridge/local/training/checkpoint.ts'),
    import('../../train-bridge/local/policy/player.ts'),
  ])
  try {
    return mustPlay(localPlayer(readCheckpoint(path).policy, flags.policy), flags.env)
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error
    throw new CommandError(error.message, 'Give the file that `train` wrote.')
  }
}
