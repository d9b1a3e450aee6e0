import { join, resolve, sep } from 'node:path'
import type { ThoughtPolicy } from '../../env/thoughts.ts'
import { readRecord, runNames } from './record.ts'

/** A run that made a model, and the mode that trained it. */
interface TrainedMode {
  readonly run: string
  readonly thinking: boolean
  /** Which thoughts of earlier turns the model saw. */
  readonly thoughts: ThoughtPolicy
}

/**
 * The mode that trained a model on this machine; undefined if no run of the folder made it, or the
 * record has no mode.
 */
export function trainedMode(runsFolder: string, model: string): TrainedMode | undefined {
  const path = resolve(model)
  for (const run of runNames(runsFolder)) {
    const { output, thinking, thoughts = 'keep' } = readRecord(join(runsFolder, run)) ?? {}
    if (output === undefined || thinking === undefined) continue
    const folder = resolve(output)
    if (path !== folder && !path.startsWith(`${folder}${sep}`)) continue
    return { run, thinking, thoughts }
  }
  return undefined
}
