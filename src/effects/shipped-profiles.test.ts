// Guards that a shipped profile brings its parameters, that settings win, and that it checks out.
import { expect, it } from 'vitest'
import { chatProfileSchema } from './chat-profile.ts'
import { SHIPPED_PROFILES, withShippedProfiles } from './shipped-profiles.ts'

const base_urls = ['http://127.0.0.1:8001/v1']

it('fills in what a profile of a shipped name leaves out', () => {
  const { profiles } = withShippedProfiles({
    port: 1,
    profiles: { 'self-inperfect': { base_urls, max_tokens: 500 }, other: { base_urls } },
  }) as { profiles: Record<string, object> }
  expect(profiles['self-inperfect']).toEqual({
    model: 'meta-llama/Llama-3.3-70B-Instruct',
    temperature: 0,
    max_tokens: 500,
    seed: 14,
    stop_token_ids: [128001, 128009],
    base_urls,
  })
  expect(profiles.other).toEqual({ base_urls })
})

it('leaves alone what is no table of profiles', () => {
  for (const profiles of [undefined, 5, 'x', [], { 'self-inperfect': null }]) {
    expect(withShippedProfiles({ profiles })).toEqual({ profiles })
  }
})

it('ships profiles that need nothing but an address', () => {
  for (const shipped of Object.values(SHIPPED_PROFILES)) {
    expect(chatProfileSchema.safeParse({ ...shipped, base_urls }).success).toBe(true)
    expect(chatProfileSchema.safeParse(shipped).success).toBe(false)
  }
})
