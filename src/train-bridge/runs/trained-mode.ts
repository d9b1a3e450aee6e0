import { join, resolve, sep } from 'node:path'
import type { ThoughtPolicy } from '../../env/thoughts.ts'
import { readRecord, runNames } from './record.ts'

/** A run that has made a model, and how that one was trained. */
interface TrainedMode {
  readonly run: string
  readonly thinking: boolean
  /** Which thoughts of earlier turns it was shown. */
  readonly thoughts: ThoughtPolicy
}

/**
 * The mode in which a model of this machine was trained; undefined if no run of the folder has made
 * it, or the run does not say.
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
