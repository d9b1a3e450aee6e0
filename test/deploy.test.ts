// Guards that the files of deploy name settings, addresses and programs that there are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig } from '../src/server/config/load.ts'
import { OPERATIONS } from '../src/wire/operations.ts'
import { ROOT } from './tidy/files.ts'

const read = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8')
const TOKEN = 'a-long-random-text'

/** Starts with the settings that a container gets; those of a secret are made up. */
const configOf = (settings: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(settings).filter((name) => name !== 'PGPASSWORD')
  const environment = Object.fromEntries(names.map((name) => [name, String(settings[name])]))
  return loadConfig({ environment: { ...environment, BACKCHANNEL_TOKEN: TOKEN }, flags: {} })
}

const DB = 'postgres://backchannel@postgres/backchannel'

it('compose gives three servers one database, and a front that knows them', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const servers = Object.keys(services).filter((name) => name.startsWith('server-'))
  expect(servers).toHaveLength(3)
  for (const name of servers) expect(configOf(services[name].environment).db).toBe(DB)
  const front = read('Caddyfile')
  expect(front).toContain(`{$SERVERS:${servers.map((name) => `${name}:8000`).join(' ')}}`)
  expect(services.front.depends_on).toEqual(servers)
  const { drain_ms: drainMs } = configOf(services['server-1'].environment).limits
  expect(Number.parseInt(services['server-1'].stop_grace_period, 10) * 1_000).toBeGreaterThan(
    drainMs,
  )
})

it('kubernetes asks probes that are served, and waits for the drain', () => {
  const [deployment, service, budget] = parseAllDocuments(read('kubernetes.yaml')).map((one) =>
    one.toJS(),
  )
  const { spec } = deployment.spec.template
  const [server] = spec.containers
  const settings = server.env.map((one: { name: string; value?: string }) => [one.name, one.value])
  const config = configOf(Object.fromEntries(settings))
  expect(config.db).toBe(DB)
  const probes = Object.values(OPERATIONS).map((one) => ('http' in one ? one.http : ''))
  for (const { httpGet } of [server.readinessProbe, server.livenessProbe]) {
    expect(probes).toContain(`GET ${httpGet.path}`)
    expect(httpGet.port).toBe(config.port)
  }
  expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(config.limits.drain_ms + 5_000)
  expect(service.spec.selector).toEqual(deployment.spec.selector.matchLabels)
  // Otherwise each pod gets variables such as NAME_PORT=tcp://…, which are settings here.
  expect(`${service.metadata.name.toUpperCase()}_PORT`).toBe('BACKCHANNEL_PORT')
  expect(spec.enableServiceLinks).toBe(false)
  expect(budget.spec.selector).toEqual(deployment.spec.selector)
  expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
})
