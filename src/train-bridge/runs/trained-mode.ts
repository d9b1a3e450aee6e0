import { join, resolve, sep } from 'node:path'
import type { ThoughtPolicy } from '../../env/thoughts.ts'
import { lastStart, readRecord, runNames } from './record.ts'

/** A run that made a model, and the mode that trained it. */
interface TrainedMode {
  readonly run: string
  readonly thinking: boolean
  /** Which thoughts of earlier turns the model saw. */
  readonly thoughts: ThoughtPolicy
}

/**
 * The mode that trained a model on this machine; undefined if no run of the folder made it, or the
 * record has no mode. Of several runs whose outputs contain the model, it is the run with the
 * innermost output, and of those with the same output, the one that was started last.
 */
export function trainedMode(runsFolder: string, model: string): TrainedMode | undefined {
  const path = resolve(model)
  const makers = runNames(runsFolder)
    .flatMap((run) => readRecord(join(runsFolder, run)) ?? [])
    .map((record) => ({ record, output: resolve(record.output) }))
    .filter(({ output }) => path === output || path.startsWith(`${output}${sep}`))
    .sort(
      (a, b) =>
        b.output.length - a.output.length ||
        lastStart(b.record).started_ms - lastStart(a.record).started_ms,
    )
  const [maker] = makers
  if (maker === undefined) return undefined
  const { run, thinking, thoughts = 'keep' } = maker.record
  return thinking === undefined ? undefined : { run, thinking, thoughts }
}
