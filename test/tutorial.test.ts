// Guards that the tutorial shows the code of its environment, all of it and nothing else.
import { describe, expect, it } from 'vitest'
import { codeBlocks } from './support/documents.ts'
import { readText } from './tidy/files.ts'

const blocks = codeBlocks('docs/writing-an-environment.md', 'ts')
const files = ['src/env/mock/index.ts', 'src/env/mock/task.ts'].map(readText)

describe('the tutorial', () => {
  it('shows code that stands in the files', () => {
    for (const block of blocks) {
      expect(
        files.some(({ text }) => text.includes(block)),
        block,
      ).toBe(true)
    }
  })

  it('shows all of the code', () => {
    const shown = blocks.join('\n').split('\n')
    for (const { path, lines } of files) {
      for (const [index, line] of lines.entries()) {
        expect(shown.includes(line), `${path}:${index + 1}: ${line}`).toBe(true)
      }
    }
  })
})
