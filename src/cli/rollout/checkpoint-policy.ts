import type { Policy } from '../../policies/policy.ts'
import { CommandError } from '../errors.ts'
import { createPolicy, mustPlay, type PolicyFlags } from './policy-of.ts'

const PREFIX = 'checkpoint:'

/**
 * The policy that the flags describe: a named one, a model, or `checkpoint:PATH` of the local
 * engine.
 *
 * @throws CommandError if there is no such policy; the error of the file system
 */
export async function policyOrCheckpoint(flags: PolicyFlags): Promise<Policy> {
  const policy = await checkpointNamed(flags.policy)
  return policy === undefined ? createPolicy(flags) : mustPlay(policy, flags.env)
}

/** The path in `checkpoint:PATH`; undefined for other names. */
export const checkpointPath = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined

/**
 * The policy of `checkpoint:PATH`, whatever it plays; undefined for other names.
 *
 * @throws CommandError if the file is not a checkpoint; the error of the file system
 */
export async function checkpointNamed(name: string): Promise<Policy | undefined> {
  const path = checkpointPath(name)
  if (path === undefined) return undefined
  // Loaded on demand, because most commands use other policies.
  const [{ CheckpointError, readCheckpoint }, { localPlayer }] = await Promise.all([
    import('../../train-bridge/local/training/checkpoint.ts'),
    import('../../train-bridge/local/policy/player.ts'),
  ])
  try {
    return localPlayer(readCheckpoint(path).policy, name)
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error
    throw new CommandError(error.message, 'Give the file that `train` wrote.')
  }
}
