import { byName } from '../sim/by-name.ts'
import { isObject } from '../tools/json-object.ts'

/**
 * Chat profiles that come with the program, without addresses: a profile of this name in the
 * configuration begins with these members, and has to add where its servers are.
 *
 * `self-inperfect` has the parameters of the experiments that gave it its name. Its stop tokens are
 * those of Llama 3; with a model of another tokenizer they would cut answers off, so whoever names
 * another model names its stop tokens too, `[]` for none.
 */
export const SHIPPED_PROFILES: Readonly<Record<string, object>> = byName({
  'self-inperfect': {
    model: 'meta-llama/Llama-3.3-70B-Instruct',
    temperature: 0,
    max_tokens: 2_000,
    seed: 14,
    stop_token_ids: [128_001, 128_009],
  },
})

/** Adds the members of shipped profiles to settings. Invalid settings stay unchanged. */
export function withShippedProfiles(
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { profiles } = settings
  if (!isObject(profiles)) return { ...settings }
  const filled = Object.entries(profiles).map(([name, profile]) => {
    const shipped = Object.hasOwn(SHIPPED_PROFILES, name) ? SHIPPED_PROFILES[name] : undefined
    return [name, shipped !== undefined && isObject(profile) ? { ...shipped, ...profile } : profile]
  })
  return { ...settings, profiles: Object.fromEntries(filled) }
}
