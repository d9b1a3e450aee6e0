import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Judgement } from './judge.ts'

/**
 * Writers of critiques. `nobody`: second tries without any account of the first. `model_checked`:
 * the model or the rule, as the server would choose; reports derive it.
 */
export const WRITERS = [
  'nobody',
  'outcome',
  'rule',
  'model',
  'model_checked',
  'model_alone',
] as const
export type Writer = (typeof WRITERS)[number]
export type MeasuredWriter = Exclude<Writer, 'model_checked'>

/** One critique of one failed try, judged, and the second tries that saw it. */
export interface CritiqueRecord {
  readonly seed: number
  readonly index: number
  readonly writer: Writer
  /** Null for writers that are no model. */
  readonly model: string | null
  readonly max_tokens: number | null
  readonly text: string
  readonly passes_checks: boolean | null
  readonly prompt_tokens: number | null
  readonly completion_tokens: number | null
  readonly judgement: Judgement | null
  readonly second_tries: number
  readonly successes: number
}

type Key = Pick<CritiqueRecord, 'seed' | 'index' | 'writer' | 'model' | 'max_tokens'>

export const recordKey = ({ seed, index, writer, model, max_tokens }: Key): string =>
  JSON.stringify([seed, index, writer, model, max_tokens])

export function readRecords(file: string): CritiqueRecord[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CritiqueRecord)
}

export function appendRecord(file: string, record: CritiqueRecord): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(record)}\n`)
}
