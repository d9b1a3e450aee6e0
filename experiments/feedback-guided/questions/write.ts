import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeBetweenMarks } from '../../page-marks.ts'
import type { RunRecord } from '../one-run.ts'
import type { Section } from '../report.ts'
import { critiques } from './critiques.ts'
import { efficiency } from './efficiency.ts'
import { internalise } from './internalise.ts'
import { levels } from './levels.ts'
import { robustness } from './robustness.ts'
import { unseen } from './unseen.ts'

const QUESTIONS = [efficiency, internalise, critiques, unseen, levels, robustness]

/** Writes the answer to each question into a page, and its figures into the folder. */
export function writeQuestions(
  page: string,
  folder: string,
  records: readonly RunRecord[],
  sections: readonly Section[],
): void {
  const findings = { records: records.filter(({ plan }) => plan !== 'tune'), sections }
  for (const question of QUESTIONS) {
    const { name, text, figures } = question(findings)
    for (const { file, svg } of figures) writeFileSync(join(folder, file), svg)
    writeBetweenMarks(page, name, text)
  }
}
