import { readText } from '../datasets/read-text.ts'
import type { JsonObject } from '../sim/json.ts'
import { CommandError } from './errors.ts'

/** Help text of `--settings`. */
export const SETTINGS_HELP =
  `settings of the episodes, such as '{"reward_profile": "standard"}', ` +
  'or a JSON file of them, such as presets/phone-seed-compact.json'

/**
 * The settings of a flag; empty if the flag is not given.
 *
 * @throws CommandError if it is neither a JSON object nor a file that holds one
 */
export function parsedSettings(text: string | undefined): JsonObject {
  if (text === undefined) return {}
  const isFile = text.endsWith('.json')
  const json = isFile ? readText(text) : text
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as JsonObject
    }
  } catch {
    // Reported below, as for JSON that is not an object.
  }
  throw new CommandError(
    isFile
      ? `--settings: ${text} does not hold a JSON object`
      : `--settings is ${text.slice(0, 80)}, not a JSON object`,
    `Write it like '{"assistant_turns": 4}', or name a .json file that holds such an object.`,
  )
}
