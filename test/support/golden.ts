import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'

/** Set to 1 to write the episodes again. */
const REWRITE = process.env.BACKCHANNEL_GOLDEN_WRITE === '1'

/** Compares values, a JSON line each, with a recorded file under `test/golden`. */
export function expectGolden(file: string, values: readonly unknown[]): void {
  const text = `${values.map((value) => JSON.stringify(value)).join('\n')}\n`
  const path = join(import.meta.dirname, '../golden', file)
  if (REWRITE) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(existsSync(path)).toBe(true)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
