import { trainedMode } from '../runs/trained-mode.ts'
import type { PipelineTools } from './tools.ts'

/** The different modes in which models were trained by runs of this machine, in order. */
export const modesOf = (
  models: readonly string[],
  { runsFolder }: Pick<PipelineTools, 'runsFolder'>,
): readonly boolean[] => {
  const found = models.map((model) => trainedMode(runsFolder, model)?.thinking)
  return [...new Set(found.filter((mode) => mode !== undefined))]
}

/** The mode in the words of our programs. */
export const thinkingWords = (thinking: boolean | undefined): readonly string[] =>
  thinking === undefined ? [] : ['--thinking', thinking ? 'on' : 'off']
