import { z } from 'zod'
import type { ToolSignature } from '../tools/tool.ts'

/** What a client may set per episode, and what follows from it. */
export interface SettingsRules<Settings> {
  /** Checks what a client sets; every member has a default. */
  readonly schema: z.ZodType<Settings>
  /** Replaces the environment's `tools`, which are those of the default settings. */
  tools?(settings: Settings): readonly ToolSignature[]
  /** Tools that only other settings than the defaults offer, for lists made before an opening. */
  readonly moreTools?: readonly ToolSignature[]
  /** Replaces the environment's `metrics`, which are those of the default settings. */
  metrics?(settings: Settings): readonly string[]
  /** Names the chat profiles that an episode asks, so that an unknown one is refused. */
  profiles?(settings: Settings): readonly string[]
}

/** The rules of an environment that has no settings. */
export const NO_SETTINGS: SettingsRules<unknown> = { schema: z.strictObject({}) }
