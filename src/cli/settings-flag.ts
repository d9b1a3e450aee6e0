import { readFileSync } from 'node:fs'
import type { JsonObject } from '../sim/json.ts'
import { CommandError } from './errors.ts'

/** What `--settings` says about the settings of episodes. */
export const SETTINGS_HELP =
  `settings of the episodes, such as '{"reward_profile": "standard"}', ` +
  'or a file of them, such as presets/phone-compact.json'

/**
 * The settings of a flag; none where it was not given.
 *
 * @throws CommandError if it is neither a JSON object nor a file that holds one
 */
export function parsedSettings(text: string | undefined): JsonObject {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text.endsWith('.json') ? readFileSync(text, 'utf8') : text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as JsonObject
    }
  } catch {
    // Said below, like JSON of another kind than an object, and a file that is not there.
  }
  throw new CommandError(
    `--settings is ${text.slice(0, 80)}, not a JSON object`,
    `Write it like '{"assistant_turns": 4}', or name a .json file that holds such an object.`,
  )
}
