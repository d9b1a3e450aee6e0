// Guards that an invalid configuration is refused at the start, with a helpful message.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkKeys, environmentsIn, loadConfig, unknownVariables } from './load.ts'
import { type ConfigInput, configSchema } from './schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const profiles = { tutor: { base_urls: ['http://127.0.0.1:9/v1'], model: 'm' } }

const complaint = (config: ConfigInput): string => {
  const checked = configSchema.safeParse(config)
  const issue = checked.error?.issues[0]
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`
}

it('says why a file cannot be read', () => {
  const read = () => loadConfig({ file: '/proc/self/mem', environment: {}, flags: {} })
  expect(read).toThrow(/^config: \/proc\/self\/mem cannot be read \(EIO: .*\); check its rights$/)
})

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

  it('must name a model if it wants critiques by a model', () => {
    const groups = { feedback: { critique: 'model' as const } }
    expect(complaint({ profiles, groups })).toMatch(/^groups.critique_profile: must name/)
    expect(complaint({ profiles, groups: { ...groups, critique_profile: 'tutor' } })).toBe('')
  })

  it('must not name an API key variable that is not set', () => {
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

  it('ignores the variables that a cluster sets for a service of this name', () => {
    const environment = { BACKCHANNEL_PORT: 'tcp://10.0.0.1:9000', BACKCHANNEL_DURABILITY: 'full' }
    expect(loadConfig({ environment, flags: {} })).toMatchObject({ port: 8000, durability: 'full' })
  })

  it('gets a warning for variables that look like settings, unless something names them', () => {
    const config = configSchema.parse({
      profiles: { tutor: { ...profiles.tutor, api_key_env: 'BACKCHANNEL_TUTOR_KEY' } },
    })
    const said = (name: string) => unknownVariables({ [name]: 'a value' }, config)
    expect(said('BACKCHANNEL_PROT')).toEqual([
      'the environment variable BACKCHANNEL_PROT is no setting; did you mean BACKCHANNEL_PORT?',
    ])
    expect(said('BACKCHANNEL_TOKENS')[0]).toContain('did you mean BACKCHANNEL_TOKEN?')
    expect(said('BACKCHANNEL_SERVICE_ACCOUNT')[0]).toMatch(/is no setting$/)
    for (const name of ['BACKCHANNEL_DB', 'BACKCHANNEL_TOKEN', 'BACKCHANNEL_TUTOR_KEY', 'PORT']) {
      expect(said(name)).toEqual([])
    }
  })

  it.each([
    [
      '{ environments: [{ python: { module: "a b" } }] }',
      /^config: environments\.0\.python\.module: must be a module, .*; it is "a b"/,
    ],
    [
      '{ environments: [{ python: { modul: a } }] }',
      /no setting environments\.0\.python\.modul; did you mean module\?$/,
    ],
    [
      '{ environments: [{ pyton: { module: a } }] }',
      /no setting environments\.0\.pyton; did you mean python\?$/,
    ],
    [
      '{ environments: [{ python: { module: a, workers: 0 } }] }',
      /^config: environments\.0\.python\.workers must be at least 1; it is 0$/,
    ],
    ['{ environments: [a, 3] }', /^config: environments\.1 must be .*; it is 3$/],
    ['{ environments: a }', /^config: environments must be a list; it is "a"$/],
    [
      '{ profiles: { a: { base_urll: [] } } }',
      /no setting profiles\.a\.base_urll; did you mean base_urls\?$/,
    ],
    [
      '{ limits: { sessions_maxx: 3 } }',
      /no setting limits\.sessions_maxx; did you mean sessions_max\?$/,
    ],
    ['{ prot: 3 }', /no setting prot; did you mean port\?$/],
    [
      '{ environments: [{ python: { module: a, environment: { KEY: [secret] } } }] }',
      /^((?!secret).)*\.environment\.KEY must ((?!secret).)*$/,
    ],
    ['{ environments: [[secret]] }', /^((?!secret).)*$/],
  ])('is told which key is wrong: %s', (text, message) => {
    const file = join(folder, 'config.yaml')
    writeFileSync(file, text)
    const whole = () => loadConfig({ file, environment: {}, flags: {} })
    expect(whole).toThrow(message)
    if (text.startsWith('{ environments')) expect(() => environmentsIn(file)).toThrow(message)
  })

  it('must give each principal a token of its own, without spaces', () => {
    const secret = 'a-token-of-sixteen-or-more'
    const load = (...tokens: NonNullable<ConfigInput['tokens']>) =>
      loadConfig({ environment: { SAME: secret, SPACED: `${secret} ` }, flags: { tokens } })
    const alice = { principal: 'alice', token: secret }
    expect(load(alice, { principal: 'alice', token: `${secret}-two` }).tokens).toHaveLength(2)
    const problems = [
      [alice, { principal: 'bob', token: secret }],
      [alice, { principal: 'bob', token_env: 'SAME' }],
      [{ principal: 'bob', token_env: 'SPACED' }],
      [{ principal: 'bob', token: `${secret} two` }],
      [{ principal: 'bob', token: `${secret}\n` }],
      [{ principal: 'bob', token: `${secret}é` }],
    ]
    for (const tokens of problems) expect(() => load(...tokens)).toThrow(/^((?!sixteen).)*$/s)
  })

  it('must not hold times that a timer cannot count', () => {
    for (const name of ['idle_ms', 'effect_deadline_ms', 'ping_interval_ms', 'drain_ms'] as const) {
      expect(complaint({ limits: { [name]: 2 ** 31 } })).toContain(`limits.${name}`)
      expect(complaint({ limits: { [name]: 2 ** 31 - 1 } })).toBe('')
    }
    expect(complaint({ groups: { lease_ms: 2 ** 31 } })).toContain('groups.lease_ms')
  })

  it('must name hosts and origins, not addresses of pages', () => {
    for (const allowed of ['http://a.example', 'a.example:80', 'a.example/', 'a b', '', '*']) {
      expect(complaint({ allowed_hosts: [allowed] })).toContain('must be a host name')
    }
    for (const allowed of [
      'a.example',
      'https://',
      'https://a.example/page',
      'null',
      'https://u@a',
    ]) {
      expect(complaint({ allowed_origins: [allowed] })).toContain('must be a scheme and a host')
    }
  })
})
