import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { RunConfig } from '../engines/config.ts'
import { sentPath } from '../engines/layout.ts'
import { readMetrics } from '../engines/metrics.ts'
import { planRun, type RunPlan } from '../engines/plan.ts'
import { pythonPackage } from '../engines/python-package.ts'
import { RunConfigError } from '../engines/run-config-error.ts'
import { shellQuote } from '../engines/run-script.ts'
import { RayJobs } from '../ray/jobs.ts'
import type { ZipEntry } from '../ray/zip.ts'
import { startProcess } from './process.ts'
import { type RunRecord, type RunStart, readRecord, writeRecord } from './record.ts'
import { readRunState } from './state.ts'

/** Inputs of a start besides the run's file. */
interface LaunchOptions {
  /** The folder of all runs. */
  readonly runsFolder: string
  /** Base of the file's relative paths. */
  readonly folder: string
  readonly resume: boolean
  readonly nowMs: number
}

/** A run that was started. */
export interface Launched {
  readonly folder: string
  readonly record: RunRecord
  readonly plan: RunPlan
}

/** The plan that `launch` would carry out. */
export const planFor = (
  config: RunConfig,
  { folder, resume, nowMs }: Pick<LaunchOptions, 'folder' | 'resume' | 'nowMs'>,
): RunPlan => {
  const packagePath = config.launch.kind === 'ray' ? '.' : pythonPackage()
  return planRun(config, {
    ...{ folder, resume, generation: `${config.run}-${nowMs}` },
    ...(packagePath === undefined ? {} : { pythonPath: packagePath }),
  })
}

/**
 * Writes the files of a run and starts it, as local processes or as a Ray job.
 *
 * @throws RunConfigError if a run of this name exists and is not resumed, or is running, or if its
 *   output has results of another run; RayError
 */
export async function launch(config: RunConfig, options: LaunchOptions): Promise<Launched> {
  const folder = join(resolve(options.runsFolder), config.run)
  const existing = readRecord(folder)
  await checkFree(config, folder, existing, options.resume)
  const plan = planFor(config, options)
  if (!options.resume) checkUnused(config, plan)
  const launchFolder = join(folder, 'launch')
  writePlan(launchFolder, plan)
  const number = (existing?.starts.length ?? 0) + 1
  const generation = `${config.run}-${options.nowMs}`
  const start: RunStart = { number, started_ms: options.nowMs, generation, stop_asked: false }
  const secrets = readSecrets(config, plan)
  // A Ray job is submitted only after this is stored: an unrecorded job could not be stopped.
  const location =
    config.launch.kind === 'ray'
      ? { ray: rayLocation(config, options.nowMs) }
      : {
          process: await startProcess({
            ...{ launchFolder, folder, number, secrets },
            entrypoint: plan.entrypoint,
          }),
        }
  const record = createRecord(config, plan, [
    ...(existing?.starts ?? []),
    { ...start, ...location },
  ])
  writeRecord(folder, record)
  if (location.ray !== undefined) {
    const source = options.folder
    await submit(config, plan, { ...location.ray, launchFolder, from: source, secrets })
  }
  return { folder, record, plan }
}

async function checkFree(
  { run }: RunConfig,
  folder: string,
  existing: RunRecord | undefined,
  resume: boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (existing === undefined) return
  const { status } = await readRunState(folder, existing)
  if (status === 'running') {
    throw new RunConfigError(
      `the run ${run} is under way`,
      `Stop it with "backchannel runs stop ${run}", or choose another name.`,
    )
  }
  if (!resume) {
    throw new RunConfigError(
      `there is a run ${run} already (${status})`,
      'Go on with it by --resume, or choose another name in the file.',
    )
  }
}

/** Results of another run would be resumed, converted and reported as those of this one. */
function checkUnused({ engine }: RunConfig, { layout: { output, checkpoints } }: RunPlan): void {
  const hasCheckpoints = existsSync(checkpoints) && readdirSync(checkpoints).length > 0
  if (!hasCheckpoints && readMetrics(engine, output).length === 0) return
  throw new RunConfigError(
    `${output} has checkpoints or metrics of another run`,
    'Set output to another folder, or move this one away.',
  )
}

function writePlan(folder: string, plan: RunPlan): void {
  mkdirSync(folder, { recursive: true })
  for (const { path, text } of plan.files) writeFileSync(join(folder, path), text)
  chmodSync(join(folder, plan.entrypoint[1] ?? ''), 0o755)
}

const createRecord = (
  { run, engine, method, model, thinking, thoughts, environment, server }: RunConfig,
  { layout }: RunPlan,
  starts: readonly RunStart[],
): RunRecord => ({
  version: 1,
  ...{ run, engine, method, model, thinking, thoughts },
  environment: environment?.id ?? null,
  server_url: server?.url_from_here ?? server?.url ?? null,
  output: layout.output,
  starts: [...starts],
})

/** The Python package reads the server's token from this name, whatever its name is here. */
const TOKEN_VARIABLE = 'BACKCHANNEL_TOKEN'

function readSecrets({ server }: RunConfig, { secrets }: RunPlan): Record<string, string> {
  const token = server === undefined ? undefined : process.env[server.token_env]
  const namedSecrets = secrets.map((name) => [name, process.env[name]] as const)
  const allSecrets = [...namedSecrets, [TOKEN_VARIABLE, token] as const]
  return Object.fromEntries(allSecrets.filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
}

const rayLocation = (
  { run, launch: { address, ray_token_env: token_env } }: RunConfig,
  nowMs: number,
): NonNullable<RunStart['ray']> => ({ address: address ?? '', job: `${run}-${nowMs}`, token_env })

async function submit(
  config: RunConfig,
  plan: RunPlan,
  options: NonNullable<RunStart['ray']> & {
    readonly launchFolder: string
    /** Base of the run's relative paths. */
    readonly from: string
    readonly secrets: Readonly<Record<string, string>>
  },
): Promise<void> {
  const jobs = new RayJobs({ address: options.address, token: process.env[options.token_env] })
  const files = [
    ...listFiles(options.launchFolder),
    ...packageFiles(),
    ...dataFiles(config, options.from),
  ]
  const { engine, hardware } = config
  const { cpus } = config.launch
  // verl's own workers request theirs; TRL runs in the job itself.
  const gpus = engine === 'trl' && !hardware.cpu ? hardware.gpus_per_node : undefined
  await jobs.submit({
    id: options.job,
    entrypoint: plan.entrypoint.map(shellQuote).join(' '),
    metadata: { run: config.run, engine: config.engine, method: config.method },
    // Exports of the script reach only its own process, but Ray starts workers elsewhere.
    environment: { ...plan.environment, ...options.secrets },
    workingFolder: await jobs.upload(files),
    ...(cpus === undefined ? {} : { cpus }),
    ...(gpus === undefined ? {} : { gpus }),
  })
}

function listFiles(folder: string, prefix = '', pattern = /./): ZipEntry[] {
  const zipEntries: ZipEntry[] = []
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !pattern.test(entry.name)) continue
    zipEntries.push({ path: join(prefix, relative(folder, path)), content: readFileSync(path) })
  }
  return zipEntries
}

/** Our package is sent with the job, because Python looks in its working folder first. */
function packageFiles(): ZipEntry[] {
  const folder = pythonPackage()
  return folder === undefined
    ? []
    : listFiles(join(folder, 'backchannel'), 'backchannel', /\.(py|typed)$/)
}

function dataFiles(
  { launch: { upload_data: isSent }, data }: RunConfig,
  folder: string,
): ZipEntry[] {
  if (!isSent) return []
  return (['train', 'validation'] as const).flatMap((split) => {
    const path = data[split]
    if (path === undefined) return []
    return [{ path: sentPath(split, path), content: readFileSync(resolve(folder, path)) }]
  })
}
