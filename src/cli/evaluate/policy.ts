import type { Policy } from '../../policies/policy.ts'
import {
  CheckpointError,
  type CheckpointReader,
  policyOfCheckpoint,
} from '../../train-bridge/evaluation/checkpoint.ts'
import { CommandError } from '../errors.ts'
import { type PolicyFlags, policyOf } from '../rollout/policy-of.ts'

const CHECKPOINT = 'checkpoint:'

/** Every engine whose checkpoints can be played. */
const READERS: readonly CheckpointReader[] = []

/**
 * The policy to evaluate: one by name, a model, or `checkpoint:PATH`.
 *
 * @throws CommandError if there is no such policy
 */
export async function evaluatedPolicy(
  flags: PolicyFlags,
  readers: readonly CheckpointReader[] = READERS,
): Promise<Policy> {
  if (!flags.policy.startsWith(CHECKPOINT)) return policyOf(flags)
  try {
    return await policyOfCheckpoint(flags.policy.slice(CHECKPOINT.length), readers)
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error
    throw new CommandError(error.message, 'Give the path that the training wrote.')
  }
}
