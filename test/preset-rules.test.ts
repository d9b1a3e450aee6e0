// Guards what presets promise: figures live on the pages alone, and comparisons reach the tracker.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadRunConfig } from '../src/train-bridge/engines/load-config.ts'
import { loadPipeline } from '../src/train-bridge/pipeline/config.ts'

const PRESETS = 'presets'
const PIPELINES = join(PRESETS, 'pipelines')

const yamlIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name))

/** A share of successes in percent, or a figure with its interval. */
const FIGURE = /\d\s*%|\d\s+\[-?[\d.]+, -?[\d.]+\]/

describe('presets', () => {
  it.each([...yamlIn(PRESETS), ...yamlIn(PIPELINES)])('quote no measured figure: %s', (path) => {
    const text = readFileSync(path, 'utf8').replaceAll(/\n\s*#?\s*/g, ' ')
    expect(FIGURE.exec(text)?.[0] ?? null).toBeNull()
  })

  it.each(yamlIn(PIPELINES))('send comparisons where the training is logged: %s', (path) => {
    const { stages } = loadPipeline(path)
    const projects = stages.flatMap((stage) =>
      'train' in stage ? (loadRunConfig(stage.train).logging.wandb?.project ?? []) : [],
    )
    for (const stage of stages) {
      if ('train' in stage) continue
      const { wandb } = 'compare' in stage ? stage.compare : stage.evaluate
      expect([stage.name, wandb?.project]).toEqual([stage.name, projects[0]])
    }
  })

  it('begin reinforcement learning of every method from a model of the hub, too', () => {
    const runs = yamlIn(PRESETS).map((path) => loadRunConfig(path))
    const methods = new Set(runs.map(({ method }) => method))
    for (const method of ['grpo', 'dapo-backchannel', 'rloo'] as const) {
      expect(methods).toContain(method)
      const starts = runs.filter((run) => run.method === method && run.after === undefined)
      const fromHub = starts.filter(({ model }) => !model.startsWith('.'))
      expect([method, fromHub.length > 0]).toEqual([method, true])
    }
  })
})
