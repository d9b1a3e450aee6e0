import type { Policy } from '../../policies/policy.ts'

/** Reads the checkpoints of one engine. */
export interface CheckpointReader {
  /** The engine, as errors name it. */
  readonly engine: string
  /** Whether this file or folder looks like a checkpoint of the engine; must not throw. */
  recognises(path: string): Promise<boolean>
  /** The policy that was saved, ready to play. Throws an error in words for people. */
  read(path: string): Promise<Policy>
}

/** A checkpoint that no reader can make a policy of. */
export class CheckpointError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CheckpointError'
  }
}

/**
 * The policy of a checkpoint, by the first reader that recognises it.
 *
 * @throws CheckpointError if none does; what the reader throws
 */
export async function policyOfCheckpoint(
  path: string,
  readers: readonly CheckpointReader[],
): Promise<Policy> {
  for (const reader of readers) if (await reader.recognises(path)) return reader.read(path)
  const known = readers.map(({ engine }) => engine).join(', ')
  const which = known === '' ? 'this build reads none' : `this build reads those of: ${known}`
  throw new CheckpointError(`${path} is not a checkpoint that can be played; ${which}`)
}
