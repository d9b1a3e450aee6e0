import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { DIALECT_NAMES } from '../../../env/dialects/index.ts'
import { isOver, type RayJob, RayJobs } from '../../ray/jobs.ts'
import { type RunConfig, writesRawText } from '../config.ts'
import { type Layout, modelPath, toLayout } from '../layout.ts'
import { pythonPackage } from '../python-package.ts'
import { RunConfigError } from '../run-config-error.ts'
import { shellQuote } from '../run-script.ts'
import { runProbe } from './answer-line.ts'
import { ROWS_LOOKED_AT } from './row-facts.ts'
import { listRequirements } from './versions.ts'

const MARK = 'BACKCHANNEL_PROBE '

const fileSchema = z.object({
  exists: z.boolean(),
  error: z.string().optional(),
  /** The different kinds of rows at the beginning of the file. */
  kinds: z
    .array(
      z.object({
        columns: z.array(z.string()),
        reference: z
          .object({ env: z.string().nullish(), data_checksum: z.string().nullish() })
          .nullable(),
        prompt_is_reference: z.boolean(),
      }),
    )
    .optional(),
})

const nodeSchema = z.object({
  name: z.string(),
  python: z.string(),
  packages: z.record(z.string(), z.string().nullable()),
  /** Packages that require another version of another package than the installed one. */
  conflicts: z.array(z.object({ package: z.string(), wants: z.string(), installed: z.string() })),
  free_gib: z.number(),
  files: z.record(z.string(), fileSchema),
  gpus: z.number(),
  /** Whether the model's folder exists, if it is a folder. */
  has_model: z.boolean().optional(),
  /** Whether the chat template supports the mode, and how it writes a call, if calls are parsed. */
  template: z
    .union([
      z.object({ unread: z.string() }),
      z.object({ unknown: z.string() }),
      /** The thinking mode cannot be set: the reason and the remedy. */
      z.object({ mode: z.string(), remedy: z.string() }),
      z.object({
        dialect: z.enum(DIALECT_NAMES),
        written: z.string(),
        arguments: z.record(z.string(), z.json()),
      }),
      /** The run parses no calls. */
      z.strictObject({}),
    ])
    .optional(),
  server: z
    .object({
      status: z.number(),
      error: z.string().optional(),
      checksums: z.record(z.string(), z.string().nullable()).optional(),
    })
    .optional(),
})

const probeSchema = z.object({
  nodes: z.array(nodeSchema).min(1),
  /** Why the nodes could not be probed. Then only the head was. */
  cluster_error: z.string().nullable(),
})

/** Properties of a machine that is to train. */
export type ProbedNode = z.output<typeof nodeSchema>

/** Properties of all machines that are to train. */
export type MachineProbe = z.output<typeof probeSchema>

const LOCAL_MS = 60_000
const RAY_MS = 300_000

/**
 * Probes the machines of a run with a local process, or with a small Ray job that probes every
 * node.
 *
 * @param workingFolder base of the run's relative paths
 * @throws RunConfigError if the probe fails; RayError
 */
export async function probe(
  config: RunConfig,
  workingFolder: string,
  nowMs: number,
): Promise<MachineProbe> {
  const layout = toLayout(config, workingFolder)
  const folder = pythonPackage()
  if (folder === undefined) {
    const remedy = 'Run the program from a checkout, which has src/train-bridge/python.'
    throw new RunConfigError('the Python package is not here', remedy)
  }
  const script = join(folder, 'backchannel', 'probe.py')
  const questions = JSON.stringify(toQuestions(config, layout, modelPath(config, workingFolder)))
  const { kind, python } = config.launch
  const answer =
    kind === 'ray'
      ? await answerOfRay(config, script, questions, nowMs)
      : await runProbe({
          ...{ program: python, words: [script, questions] },
          ...{ mark: MARK, limitMs: LOCAL_MS },
        })
  return probeSchema.parse(JSON.parse(answer))
}

function toQuestions(config: RunConfig, { output, train, validation }: Layout, model: string) {
  const { server, launch } = config
  const isThere = launch.kind === 'ray' && !launch.upload_data
  const files = isThere ? [train, validation].filter((path) => path !== undefined) : []
  return {
    packages: listRequirements(config).map(({ name }) => name),
    output,
    files,
    rows: ROWS_LOOKED_AT,
    cluster: launch.kind === 'ray',
    template_of: model,
    reads_calls: writesRawText(config),
    thinking: config.thinking,
    dialect: config.environment?.dialect ?? null,
    // The trainer resolves names on the model hub.
    model_folder: model.startsWith('/') ? model : null,
    server_url: server?.url ?? null,
    token_env: server?.token_env ?? null,
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 300) ?? ''

async function answerOfRay(
  { launch, run, server }: RunConfig,
  script: string,
  questions: string,
  nowMs: number,
): Promise<string> {
  const jobs = new RayJobs({
    address: launch.address ?? '',
    token: process.env[launch.ray_token_env],
  })
  const files = ['probe.py', 'dialects.py', 'thinking.py']
  const folder = await jobs.upload(
    files.map((path) => ({ path, content: readFileSync(join(dirname(script), path)) })),
  )
  const token = server === undefined ? undefined : process.env[server.token_env]
  const id = await jobs.submit({
    id: `${run}-probe-${nowMs}`,
    entrypoint: `${shellQuote(launch.python)} probe.py ${shellQuote(questions)}`,
    metadata: { run, purpose: 'preflight' },
    environment: server === undefined || token === undefined ? {} : { [server.token_env]: token },
    workingFolder: folder,
    cpus: 0,
  })
  const endMs = Date.now() + RAY_MS
  let job = await jobs.job(id)
  while (job !== undefined && !isOver(job)) {
    if (Date.now() > endMs) {
      await jobs.stop(id)
      const remedy = 'Look at "ray status" on the head: it may have no free worker.'
      throw new RunConfigError('a small job did not end within 5 minutes', remedy)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    job = await jobs.job(id)
  }
  return findAnswer(await jobs.logs(id), job)
}

function findAnswer(output: string, job: RayJob | undefined): string {
  const line = output.split('\n').find((candidate) => candidate.includes(MARK))
  if (line !== undefined) return line.slice(line.indexOf(MARK) + MARK.length)
  const endText =
    job === undefined || job.status === 'SUCCEEDED' ? '' : ` (${lastLine(job.message)})`
  const remedy = 'Set launch.python to a Python that the nodes of the cluster have.'
  throw new RunConfigError(`the probe did not answer there: ${lastLine(output)}${endText}`, remedy)
}
