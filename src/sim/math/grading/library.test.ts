// Guards the export `backchannel-rl/grade`: verdicts with reasons, lines, and no other imports.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { grade, gradeLines } from './library.ts'

describe('grade', () => {
  it('distinguishes wrong, unstated and unfinished answers', () => {
    const verdict = (text: string): string => grade('59', text).verdict
    expect(verdict('It is \\boxed{59}.')).toBe('right')
    expect(verdict('It is \\boxed{58}.')).toBe('wrong')
    expect(verdict('It is \\boxed{50+9}.')).toBe('unworked')
    expect(verdict('It is \\boxed{54 hours and 300 minutes}.')).toBe('unworked')
    expect(verdict('I cannot tell.')).toBe('unstated')
    expect(grade('59', 'I cannot tell.')).toEqual({
      correct: false,
      verdict: 'unstated',
      reason: 'The text states no answer in an announced form.',
      extracted: null,
      ambiguous: false,
    })
  })

  it('takes the question, the kind and further right answers', () => {
    const question = 'What is 12 × 34?'
    expect(grade('408', '\\boxed{12 \\cdot 34}', { question }).verdict).toBe('unworked')
    expect(grade('B', 'The answer is (B).', { kind: 'choice', options: ['1', '2'] }).correct).toBe(
      true,
    )
    expect(grade('The Who', 'Answer: Who', { kind: 'text' }).correct).toBe(true)
  })
})

describe('gradeLines', () => {
  it('answers every line that is not empty, in order, with its number if it is refused', () => {
    const lines = ['{"gold":"1/2","pred":"0.5"}', '', '{"gold":"2","pred":"Answer: 3"}', '[]']
    const answers = [...gradeLines(lines)].map((line) => JSON.parse(line))
    expect(answers.map(({ verdict }) => verdict)).toEqual(['right', 'wrong', undefined])
    expect(answers[2].error).toMatchObject({ code: 'grade/not_an_object', line: 4 })
  })
})

describe('the export', () => {
  it('imports nothing from outside of the simulated worlds, and no package', () => {
    const root = join(import.meta.dirname, '../..')
    const seen = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      const source = readFileSync(file, 'utf8')
      for (const [, path = ''] of source.matchAll(/^(?:import|export)\b[^;'"]*?from '([^']+)'/gm)) {
        expect(path.startsWith('.'), `${file} imports ${path}`).toBe(true)
        visit(join(dirname(file), path))
      }
    }
    visit(join(import.meta.dirname, 'library.ts'))
    const outside = [...seen]
      .map((file) => relative(root, file))
      .filter((file) => /^\.\./.test(file))
    expect(outside).toEqual([])
    expect(seen.size).toBeGreaterThan(30)
  })
})
