// Guards that a configuration which cannot work is refused at the start, in words that help.
import { describe, expect, it } from 'vitest'
import { checkKeys } from './load.ts'
import { type ConfigInput, configSchema } from './schema.ts'

const profiles = { tutor: { base_urls: ['http://127.0.0.1:9/v1'], model: 'm' } }

const complaint = (config: ConfigInput): string => {
  const checked = configSchema.safeParse(config)
  const issue = checked.error?.issues[0]
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`
}

describe('a configuration', () => {
  it('must not name a critic that is no profile', () => {
    expect(complaint({ groups: { critique_profile: 'critic' } })).toBe(
      'groups.critique_profile: there is no chat profile "critic" under profiles; ' +
        'none is configured',
    )
    expect(complaint({ profiles, groups: { critique_profile: 'critic' } })).toContain(
      'there are: tutor',
    )
    expect(complaint({ profiles, groups: { critique_profile: 'tutor' } })).toBe('')
  })

  it('must not want critiques of a model without naming one', () => {
    const groups = { feedback: { critique: 'model' as const } }
    expect(complaint({ profiles, groups })).toMatch(/^groups.critique_profile: must name/)
    expect(complaint({ profiles, groups: { ...groups, critique_profile: 'tutor' } })).toBe('')
  })

  it('must not want an API key that is not there', () => {
    const config = configSchema.parse({
      profiles: { tutor: { ...profiles.tutor, api_key_env: 'TUTOR_KEY' } },
    })
    for (const environment of [{}, { TUTOR_KEY: ' ' }, { TUTOR_KEY: 'two words' }]) {
      expect(() => checkKeys(config, environment)).toThrow(
        /profiles\.tutor\.api_key_env.*TUTOR_KEY/,
      )
    }
    expect(() => checkKeys(config, { TUTOR_KEY: 'secret two' })).toThrow(/^((?!secret).)*$/)
    expect(() => checkKeys(config, { TUTOR_KEY: 'sk-1' })).not.toThrow()
  })
})
