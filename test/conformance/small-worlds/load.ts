import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type AnyTask, type Arena, createArena } from '../../../src/env/conformance/arena.ts'
import type { LevelTasks } from '../../../src/env/conformance/exploitability.ts'
import { splitByLevel } from '../../../src/env/conformance/level-tasks.ts'
import * as library from '../../../src/env/index.ts'
import type { AnyEnvironment } from '../../../src/env/plugin.ts'

const WORLD = { format: 1, seed: 0 }

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

export const WORLDS: ReadonlyMap<string, string> = new Map(
  ['desk', 'editor', 'quiz', 'stock'].map((name) => [name, textOf(`${name}.mjs`)]),
)

/** A hole: the lines of a world that its author wrote otherwise. */
export interface Hole {
  readonly world: string
  readonly name: string
  readonly diff: string
}

/** The holes, written on 28 November 2026 by somebody who had not read the search. */
export const HOLES: readonly Hole[] = textOf('holes.diff')
  .split(/^# /m)
  .slice(1)
  .map((block) => {
    const [head = '', ...lines] = block.split('\n')
    const [, world = '', name = ''] = /^(\w+)\/([\w-]+): /.exec(head) ?? []
    return { world, name, diff: lines.join('\n') }
  })

/** The text of a world with the lines of a hole, each checked to be where the hole says. */
export function patched({ world, name, diff }: Hole): string {
  const lines = (WORLDS.get(world) ?? '').split('\n')
  const changes = diff.split(/^@@ /m).slice(1)
  for (const change of changes.reverse()) {
    const [head = '', ...body] = change.split('\n')
    const [, from = '0', count = '1'] = /^-(\d+)(?:,(\d+))?/.exec(head) ?? []
    const old = body.filter((line) => line.startsWith('-')).map((line) => line.slice(1))
    const added = body.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
    const start = Number(count) === 0 ? Number(from) : Number(from) - 1
    const replaced = lines.splice(start, Number(count), ...added)
    expect(replaced, `${world}/${name}`).toEqual(old)
  }
  return lines.join('\n')
}

/** A world out of its text, with the library that `backchannel-rl/env` stands for. */
function loaded(source: string): AnyEnvironment {
  const body = source
    .replace(/^import \{([^}]*)\} from 'backchannel-rl\/env'/, 'const {$1} = library')
    .replaceAll('export const', 'const')
    .replace('export default', 'return')
  return new Function('library', body)(library) as AnyEnvironment
}

/** Tasks of a level that plans are chosen on, and those that the chosen one is measured on. */
export interface Sizes {
  readonly tuning: number
  readonly fresh: number
}

/** Where adversaries play a world, and its tasks by level. */
export function playedIn(
  source: string,
  sizes: Sizes,
): { readonly arena: Arena; readonly levels: readonly LevelTasks[] } {
  const environment = loaded(source)
  function* endless(): Generator<AnyTask> {
    for (let index = 0; ; index++) yield environment.data.stream?.(WORLD, index) as AnyTask
  }
  return {
    arena: createArena(environment, WORLD, { source }),
    levels: splitByLevel(endless(), sizes),
  }
}
