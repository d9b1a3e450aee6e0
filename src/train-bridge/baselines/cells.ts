import type { JsonObject } from '../../sim/json.ts'

/** One world at one stage: the tasks that a row of the baselines table is about. */
export interface BaselineCell {
  /** Names the cell in tables and in `--only`. */
  readonly name: string
  readonly env: string
  readonly settings: JsonObject
}

/** The worlds and stages that every model is compared on, each at all levels of its data. */
export const CELLS: readonly BaselineCell[] = [
  { name: 'phone-seed', env: 'phone-call-v2', settings: { stage: 'seed' } },
  { name: 'phone-curriculum', env: 'phone-call-v2', settings: { stage: 'curriculum' } },
  { name: 'phone-full', env: 'phone-call-v2', settings: { stage: 'full' } },
  { name: 'math', env: 'math-feedback-v1', settings: {} },
  { name: 'q', env: 'q-code-v1', settings: {} },
]
