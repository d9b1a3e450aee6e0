import { connect } from '../../../client/client.ts'
import { BackchannelError } from '../../../client/errors.ts'
import { RayError } from '../../ray/http.ts'
import { playsEpisodes, type RunConfig } from '../config.ts'
import { toLayout } from '../layout.ts'
import { RunConfigError } from '../run-config-error.ts'
import { type Check, type CheckCode, failedCheck, fine } from './check.ts'
import { dataTrouble, probedDataTrouble } from './data.ts'
import { everywhere, machineChecks, nodesFor } from './node-checks.ts'
import { type MachineProbe, probe } from './probe.ts'
import { settingChecks } from './setting-checks.ts'
import { toolCallTrouble } from './tool-calls.ts'

const CONNECT_MS = 3_000

const SERVER = 'preflight/server'
const DATA = 'preflight/data'
const TOOL_CALLS = 'preflight/tool_calls'

/**
 * Checks everything that can be wrong before any GPU time is spent. Findings are returned, never
 * thrown.
 */
export async function preflight(
  config: RunConfig,
  folder: string,
  nowMs: number,
): Promise<readonly Check[]> {
  const checks: Check[] = [...settingChecks(config, process.env)]
  const checksums = await serverFromHere(config, checks)
  const probed = await attempt(checks, 'preflight/machine', 'the machine that trains', () =>
    probe(config, folder, nowMs),
  )
  if (probed !== undefined) checks.push(...machineChecks(config, probed))
  const id = config.environment?.id ?? ''
  const checksumTables = [
    checksums,
    ...(probed?.nodes ?? []).map(({ server }) => server?.checksums),
  ]
  const checksum = checksumTables.find((each) => typeof each?.[id] === 'string')?.[id]
  checks.push(...(await dataChecks(config, folder, checksum, probed)))
  return checks
}

async function attempt<Result>(
  checks: Check[],
  code: CheckCode,
  what: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RunConfigError || error instanceof RayError) {
      checks.push(failedCheck(code, what, [error.message, error.remedy]))
      return undefined
    }
    if (error instanceof BackchannelError) {
      checks.push(failedCheck(code, what, [`${error.message} (${error.code})`, error.hint]))
      return undefined
    }
    throw error
  }
}

type Checksums = Readonly<Record<string, string | null>>

async function serverFromHere(config: RunConfig, checks: Check[]): Promise<Checksums | undefined> {
  const { server, environment } = config
  if (server === undefined || !playsEpisodes(config)) return undefined
  const what = 'the server, from here'
  return attempt(checks, SERVER, what, async () => {
    const token = process.env[server.token_env]
    const client = await connect({
      url: server.url_from_here ?? server.url,
      connectTimeoutMs: CONNECT_MS,
      ...(token === undefined ? {} : { token }),
    })
    try {
      const environments = await client.environments()
      const checksums = Object.fromEntries(
        environments.map(({ env, data_checksum: checksum }) => [env, checksum]),
      )
      if (environment !== undefined && !(environment.id in checksums)) {
        const names = environments.map(({ env }) => env).join(', ')
        const message = `the server has no environment ${environment.id}; it has ${names}`
        const remedy = 'Change environment.id, or serve that environment.'
        checks.push(failedCheck(SERVER, what, [message, remedy]))
        return checksums
      }
      checks.push(fine(SERVER, what, `${environment?.id} is served`))
      const trouble = await toolCallTrouble(config, client)
      if (trouble !== undefined) checks.push(failedCheck(TOOL_CALLS, 'tool calls', trouble))
      else if (config.endpoint !== undefined) {
        checks.push(fine(TOOL_CALLS, 'tool calls', 'the starting model calls tools'))
      }
      return checksums
    } finally {
      await client.close()
    }
  })
}

/** Checks data where it will be read: here if it is sent along, otherwise on every node. */
async function dataChecks(
  config: RunConfig,
  folder: string,
  checksum: string | null | undefined,
  probed: MachineProbe | undefined,
): Promise<Check[]> {
  const paths = [config.data.train, config.data.validation].filter((path) => path !== undefined)
  const isThere = config.launch.kind === 'ray' && !config.launch.upload_data
  const words = 'columns and tasks fit'
  if (isThere) {
    // An unreachable cluster has already been reported.
    if (probed === undefined) return []
    return paths.map((path) =>
      everywhere(
        DATA,
        `data ${path}`,
        nodesFor(config, probed),
        (node) => probedDataTrouble(config, path, checksum, node) ?? words,
      ),
    )
  }
  const localLayout = toLayout({ ...config, launch: { ...config.launch, kind: 'process' } }, folder)
  return Promise.all(
    paths.map(async (path) => {
      const local =
        path === config.data.train ? localLayout.train : (localLayout.validation ?? path)
      const trouble = await dataTrouble(config, local, checksum)
      const what = `data ${path}`
      return trouble === undefined ? fine(DATA, what, words) : failedCheck(DATA, what, trouble)
    }),
  )
}
