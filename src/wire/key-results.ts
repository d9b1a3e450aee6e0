import { z } from 'zod'

/** The keys of an episode, as answers have them. */
export const KEY_MEMBERS = {
  /** Gives access to this one episode; null for callers who may only look. */
  resume_key: z.string().nullable(),
  /** The same for looking only: for viewers. */
  view_key: z.string(),
}

/** The keys after a revocation. */
export const revokeResult = z
  .strictObject({ episode_id: z.string(), ...KEY_MEMBERS })
  .meta({ id: 'RevokeResult', description: 'The keys that are good from now on.' })
