import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'

/** Set to 1 to write the episodes and pages again. */
const REWRITE = process.env.BACKCHANNEL_GOLDEN_WRITE === '1'

/** Compares values, one JSON line each, with a recorded file under `test/golden`. */
export const expectGolden = (file: string, values: readonly unknown[]): void =>
  expectFile(
    join('../golden', file),
    `${values.map((value) => JSON.stringify(value)).join('\n')}\n`,
  )

/** Compares a generated page with the file of this path in the repository. */
export const expectPage = (file: string, text: string): void =>
  expectFile(join('../..', file), text)

function expectFile(file: string, text: string): void {
  const path = join(import.meta.dirname, file)
  if (REWRITE) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(existsSync(path)).toBe(true)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
