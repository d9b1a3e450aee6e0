import { trainedMode } from '../runs/trained-mode.ts'
import type { PipelineTools } from './tools.ts'

/** The different modes in which runs of this machine trained models, in order. */
export const distinctModes = (
  models: readonly string[],
  { runsFolder }: Pick<PipelineTools, 'runsFolder'>,
): readonly boolean[] => {
  const modes = models.map((model) => trainedMode(runsFolder, model)?.thinking)
  return [...new Set(modes.filter((mode) => mode !== undefined))]
}

/** The mode as options of our programs. */
export const thinkingWords = (thinking: boolean | undefined): readonly string[] =>
  thinking === undefined ? [] : ['--thinking', thinking ? 'on' : 'off']
