import { connect } from '../../../client/client.ts'
import { BackchannelError } from '../../../client/errors.ts'
import { RayError } from '../../ray/http.ts'
import type { RunConfig } from '../config.ts'
import { playsEpisodes } from '../config.ts'
import { layoutOf } from '../layout.ts'
import { RunConfigError } from '../load-config.ts'
import { dataTrouble, type Trouble } from './data.ts'
import { type Probe, probe } from './probe.ts'
import { toolCallTrouble } from './tool-calls.ts'
import { REQUIREMENTS, versionTrouble } from './versions.ts'

/** One thing that was looked at before a run starts. */
export interface Check {
  readonly what: string
  readonly status: 'fine' | 'failed' | 'skipped'
  /** What was found; for failures what is wrong and the remedy. */
  readonly message: string
}

const CONNECT_MS = 3_000

/** Looks at all that can be wrong before any GPU time is spent; never throws for what it finds. */
export async function preflight(
  config: RunConfig,
  folder: string,
  nowMs: number,
): Promise<readonly Check[]> {
  const layout = layoutOf(config, folder)
  const checks: Check[] = []
  const checksums = await serverFromHere(config, checks)
  const found = await attempt(checks, 'the machine that trains', () => probe(config, layout, nowMs))
  if (found !== undefined) checks.push(...probeChecks(config, found))
  const known =
    config.environment === undefined
      ? undefined
      : (checksums?.[config.environment.id] ?? found?.server?.checksums?.[config.environment.id])
  checks.push(...(await dataChecks(config, folder, known, found)))
  return checks
}

async function attempt<Result>(
  checks: Check[],
  what: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RunConfigError || error instanceof RayError) {
      checks.push(failed(what, [error.message, error.remedy]))
      return undefined
    }
    if (error instanceof BackchannelError) {
      checks.push(failed(what, [`${error.message} (${error.code})`, error.hint]))
      return undefined
    }
    throw error
  }
}

const failed = (what: string, [message, remedy]: Trouble): Check => ({
  what,
  status: 'failed',
  message: `${message.replace(/\.$/, '')}. ${remedy}`,
})

const fine = (what: string, message: string): Check => ({ what, status: 'fine', message })

type Checksums = Readonly<Record<string, string | null>>

async function serverFromHere(config: RunConfig, checks: Check[]): Promise<Checksums | undefined> {
  const { server, environment } = config
  if (server === undefined || !playsEpisodes(config)) return undefined
  const what = 'the server, from here'
  return attempt(checks, what, async () => {
    const token = process.env[server.token_env]
    const client = await connect({
      url: server.url_from_here ?? server.url,
      connectTimeoutMs: CONNECT_MS,
      ...(token === undefined ? {} : { token }),
    })
    try {
      const listed = await client.environments()
      const checksums = Object.fromEntries(
        listed.map(({ env, data_checksum: checksum }) => [env, checksum]),
      )
      if (environment !== undefined && !(environment.id in checksums)) {
        const known = listed.map(({ env }) => env).join(', ')
        const message = `the server has no environment ${environment.id}; it has ${known}`
        checks.push(failed(what, [message, 'Change environment.id, or serve that environment.']))
        return checksums
      }
      checks.push(fine(what, `${environment?.id} is served`))
      const trouble = await toolCallTrouble(config, client)
      if (trouble !== undefined) checks.push(failed('tool calls', trouble))
      else if (config.endpoint !== undefined) {
        checks.push(fine('tool calls', 'the starting model calls tools'))
      }
      return checksums
    } finally {
      await client.close()
    }
  })
}

function probeChecks(config: RunConfig, found: Probe): Check[] {
  const { engine, server, launch, hardware } = config
  const checks = REQUIREMENTS[engine].map((requirement) => {
    const installed = found.packages[requirement.name]
    const trouble = versionTrouble(requirement, installed)
    const what = `package ${requirement.name}`
    return trouble === undefined ? fine(what, String(installed)) : failed(what, trouble)
  })
  if (server !== undefined && found.server !== undefined && playsEpisodes(config)) {
    checks.push(workerServerCheck(server, found.server))
  }
  const free = `${found.free_gib.toFixed(1)} GiB free for output`
  const remedy = 'Free some, choose another output, or lower launch.disk_gib_min.'
  const isLow = found.free_gib < launch.disk_gib_min
  checks.push(
    isLow
      ? failed('disk', [`only ${free}, less than ${launch.disk_gib_min}`, remedy])
      : fine('disk', free),
  )
  // On a cluster the head may have no GPU at all.
  if (!hardware.cpu && launch.kind === 'process') {
    const wanted = hardware.gpus_per_node
    const message = `${found.gpus} GPUs here, the run wants ${wanted}`
    const help = 'Lower hardware.gpus_per_node, or start it where they are.'
    checks.push(found.gpus < wanted ? failed('GPUs', [message, help]) : fine('GPUs', message))
  }
  return checks
}

function workerServerCheck(
  server: NonNullable<RunConfig['server']>,
  { status, error }: NonNullable<Probe['server']>,
): Check {
  const what = 'the server, from the workers'
  if (status === 200) return fine(what, server.url)
  if (status === 401 || status === 403) {
    const remedy = `Set ${server.token_env} to a token of the server.`
    return failed(what, [`${server.url} refused the token (${status})`, remedy])
  }
  const why = status === 0 ? (error ?? 'no answer') : `status ${status}`
  const remedy =
    'Set server.url to an address that the workers reach, and serve with --host 0.0.0.0 and a ' +
    'token.'
  return failed(what, [`${server.url} is not reached from where the run trains: ${why}`, remedy])
}

async function dataChecks(
  config: RunConfig,
  folder: string,
  checksum: string | null | undefined,
  found: Probe | undefined,
): Promise<Check[]> {
  const isRemote = config.launch.kind === 'ray' && !config.launch.upload_data
  const paths = [config.data.train, config.data.validation].filter((path) => path !== undefined)
  const here = layoutOf({ ...config, launch: { ...config.launch, kind: 'process' } }, folder)
  return Promise.all(
    paths.map(async (path) => {
      const what = `data ${path}`
      if (isRemote && found?.files[path] !== true) {
        const remedy = 'Put it on storage that all nodes see, or set launch.upload_data to true.'
        return failed(what, [`${path} is not there where the run trains`, remedy])
      }
      if (isRemote)
        return { what, status: 'skipped' as const, message: 'there; its rows are not read' }
      const local = path === config.data.train ? here.train : (here.validation ?? path)
      const trouble = await dataTrouble(config, local, checksum)
      return trouble === undefined ? fine(what, 'columns and tasks fit') : failed(what, trouble)
    }),
  )
}
