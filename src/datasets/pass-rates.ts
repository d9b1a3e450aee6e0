import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Trial } from './calibration.ts'
import { parseCheckedJson } from './manifest.ts'
import { readText } from './read-text.ts'
import { replaceFiles } from './replace-files.ts'

/** A model's pass rate for one task. */
const taskRateSchema = z.strictObject({
  model: z.string().min(1),
  split: z.string().min(1),
  task: z.string().min(1),
  trials: z.int().min(1),
  successes: z.int().min(0),
})
export type TaskRate = z.infer<typeof taskRateSchema>

/** The file beside the tasks with one line per measured task. */
const RATES_FILE = 'pass-rates.jsonl'

/** The pass rates of single tasks. */
export function passRates(model: string, split: string, trials: readonly Trial[]): TaskRate[] {
  const rates = new Map<string, TaskRate>()
  for (const { task, success } of trials) {
    const { trials: trialsBefore, successes } = rates.get(task) ?? { trials: 0, successes: 0 }
    const tally = { trials: trialsBefore + 1, successes: successes + (success ? 1 : 0) }
    rates.set(task, { model, split, task, ...tally })
  }
  return [...rates.values()]
}

/**
 * The pass rates of a data set; empty without a measurement.
 *
 * @throws DataSetError naming file and line
 */
export function readPassRates(directory: string): TaskRate[] {
  const path = join(directory, RATES_FILE)
  if (!existsSync(path)) return []
  return readText(path)
    .split('\n')
    .flatMap((line, index) =>
      line === '' ? [] : [parseCheckedJson(line, `${path}, line ${index + 1}`, taskRateSchema)],
    )
}

/** Replaces the pass rates of a data set. Without any, there is no file. */
export function writePassRates(directory: string, rates: readonly TaskRate[]): void {
  const path = join(directory, RATES_FILE)
  if (rates.length === 0) rmSync(path, { force: true })
  else replaceFiles([[path, rates.map((rate) => `${JSON.stringify(rate)}\n`).join('')]])
}

/** The pass rates with those of a model and split replaced. */
export const withRates = (stored: readonly TaskRate[], added: readonly TaskRate[]): TaskRate[] => [
  ...stored.filter(({ model, split }) => model !== added[0]?.model || split !== added[0]?.split),
  ...added,
]
