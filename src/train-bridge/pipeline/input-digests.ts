import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RunConfig } from '../engines/config.ts'
import { modelPath, toLayout } from '../engines/layout.ts'
import { planRun } from '../engines/plan.ts'
import { pythonPackage } from '../engines/python-package.ts'
import { type Stage, stageConfig, type TrainStage } from './config.ts'
import { digestFile, digestOfFolder, digestValue } from './digest.ts'
import { INPUT_PARTS, type InputDigests, type PipelineState } from './state.ts'
import type { PipelineTools } from './tools.ts'

/** The parts in which two stages differ. */
export const differences = (left: InputDigests, right: InputDigests): readonly string[] =>
  INPUT_PARTS.filter((part) => left[part] !== right[part])

/**
 * Digests of all current inputs of a stage. If it starts from another stage's model, they include
 * that stage's inputs and the files it made.
 *
 * @throws RunConfigError; the error of the file system
 */
export function digestInputs(
  stage: Stage,
  { stages }: PipelineState,
  { folder, version }: Pick<PipelineTools, 'folder' | 'version'>,
): InputDigests {
  const stageDigest = (name: string): string | undefined => {
    const result = stages[name]
    return result === undefined ? undefined : digestValue([result.decided, result.made])
  }
  const model = (name: string): string => stageDigest(name) ?? namedModel(name, folder)
  if ('train' in stage) return { ...trainedBy(stage, folder, model), code: codeDigest(version) }
  if ('evaluate' in stage) {
    const { models, data, ...settings } = stage.evaluate
    return {
      settings: digestValue({ ...settings, models, data }),
      data: data === undefined ? '' : dataFact(data, folder),
      model: digestValue(models.map(model)),
      code: codeDigest(version),
    }
  }
  const { models, reference, prompts, ...settings } = stage.compare
  return {
    settings: digestValue({ ...settings, models, reference, prompts }),
    data: fileFact(prompts, folder),
    model: digestValue([...models, reference].map(model)),
    code: codeDigest(version),
  }
}

function trainedBy(
  stage: TrainStage,
  folder: string,
  model: (name: string) => string,
): Omit<InputDigests, 'code'> {
  const config = decisive(stageConfig(stage))
  const context = { folder, resume: false, generation: '' }
  const { files, commands } = planRun(config, context)
  const { train, validation } = toLayout(config, folder)
  return {
    settings: digestValue([files, commands]),
    data: digestValue([train, validation ?? ''].map((path) => fileFact(path, folder))),
    model: model(stage.from ?? modelPath(config, folder)),
  }
}

/** The settings without those that only affect where it runs and how it is observed. */
function decisive(config: RunConfig): RunConfig {
  const { source: _, endpoint: __, server, launch, ...others } = config
  const { python, environment } = launch
  const localLaunch = {
    kind: 'process' as const,
    ray_token_env: '',
    upload_data: false,
    secrets: [],
  }
  return {
    ...others,
    logging: { tensorboard: false },
    launch: { ...localLaunch, python, environment, disk_gib_min: 0 },
    ...(server === undefined ? {} : { server: { url: server.url, token_env: '' } }),
  }
}

/** Data that this machine cannot read is identified by its path. */
const fileFact = (path: string, folder: string): string =>
  path === '' ? '' : (digestFile(resolve(folder, path)) ?? `not seen from here: ${path}`)

const dataFact = (path: string, folder: string): string =>
  digestOfFolder(resolve(folder, path), { hasSubfolders: true }) ?? `not seen from here: ${path}`

const namedModel = (name: string, folder: string): string =>
  digestOfFolder(resolve(folder, name)) ?? name

/** The Python package trains with an engine and evaluates with it. */
const codeDigest = (version: string): string => digestValue([version, ...pythonFiles()])

function pythonFiles(): readonly string[] {
  const packageFolder = pythonPackage()
  if (packageFolder === undefined) return []
  const folder = join(packageFolder, 'backchannel')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const sources = names.filter((name) => name.endsWith('.py'))
  return sources.map((name) => `${name} ${digestFile(join(folder, name))}`)
}
