import { z } from 'zod'

/** The name of a chat profile, as configurations and settings write it. */
export const profileName = z.string().regex(/^[a-z0-9-]{1,64}$/)
