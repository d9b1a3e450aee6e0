// Guards every family: right answers, wrong mistakes, and consistent solutions.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { areSameFormula, isGoldRight, isWrong } from './brute-force.contract.ts'
import { type AnyLevel, type Draft, type Facts, type Family, levelsOf } from './draft.ts'
import { areEqual, evaluate, membersOf, type Quotient } from './evaluate.contract.ts'
import { ALL_FAMILIES, COMPOSED } from './families.ts'
import { drawOnce } from './tasks.ts'

const DRAFTS = 120

/** The first valid draft of a seed. */
function draftOf(family: Family, level: AnyLevel, seed: number): Draft {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const draft = drawOnce({ family, level }, seed, attempt)
    if (draft !== undefined) return draft
  }
  throw new Error(`${family.name} draws nothing at level ${level}`)
}

interface Drawn {
  readonly level: AnyLevel
  readonly seed: number
  readonly draft: Draft
}

/** Drafts of a family by chance. All its tests read the same ones, since large ones are dear. */
const draw = (family: Family): readonly Drawn[] =>
  fc
    .sample(fc.tuple(fc.constantFrom(...levelsOf(family)), fc.nat()), DRAFTS)
    .map(([level, seed]) => ({ level, seed, draft: draftOf(family, level, seed) }))

/** Facts that a question states in words or in a list of terms. */
const UNSAID: Readonly<Record<string, readonly string[]>> = {
  draws: ['draws'],
  draws_replaced: ['draws'],
  sum_arithmetic: ['d', 'from'],
  term_arithmetic: ['d'],
  term_geometric: ['r'],
  sum_geometric: ['r'],
  congruence: ['b'],
}

/** The numbers that a question must name, without their signs. */
function numbersToName(facts: Facts): string[] {
  const unsaid = UNSAID[facts.type] ?? []
  const isLastDigit = facts.type === 'power' && facts.m === 10
  return Object.entries(facts)
    .filter(([key]) => key !== 'type' && !unsaid.includes(key) && !(isLastDigit && key === 'm'))
    .flatMap(([, value]) => String(value).match(/\d+(\.\d+)?/g) ?? [])
}

/** The equations in a solution: runs of formula parts with = between them. */
function equationsIn(solution: string): [string, string][] {
  const runs: string[][] = [[]]
  for (const word of solution.replaceAll('\n', '; ').split(' ')) {
    const bare = word.replace(/[.,:;]+$/, '')
    const isFormula = !/[A-Za-z]{3}|^[A-Za-z][a-z]$|[≡…]/.test(bare.replace(/\\[a-z]+/g, ''))
    if (isFormula) runs.at(-1)?.push(bare)
    if (!isFormula || bare !== word) runs.push([])
  }
  return runs.flatMap((run) => {
    const sides = run.join(' ').split(' = ')
    return sides.slice(1).map((right, index): [string, string] => [sides[index] as string, right])
  })
}

/** Undefined if a side is not a formula. Unknowns have the values of the answer. */
function holds(left: string, right: string, { facts, gold }: Draft): boolean | undefined {
  const names = String(facts.unknowns ?? facts.variable ?? '').split(' ')
  try {
    if (facts.type === 'expand') return areSameFormula(left, right)
    const values = names[0] === '' ? [] : membersOf(gold)
    const letters = Object.fromEntries(
      names.map((name, index) => [name, values[index] as Quotient]),
    )
    return areEqual(evaluate(left, letters), evaluate(right, letters))
  } catch {
    return undefined
  }
}

describe.each(ALL_FAMILIES.map((family) => [family.name, family] as const))(
  '%s',
  (name, family) => {
    let drawn: readonly Drawn[] = []

    beforeAll(() => {
      drawn = draw(family)
    })

    /** Says the level and the seed of a draft that fails. */
    const forEachDraft = (check: (draft: Draft) => void): void => {
      for (const { level, seed, draft } of drawn) {
        try {
          check(draft)
        } catch (cause) {
          throw new Error(`level ${level}, seed ${seed}: ${(cause as Error).message}`, { cause })
        }
      }
    }

    it('has the right answer, found in another way', () => {
      forEachDraft((draft) =>
        expect([draft.question, isGoldRight(draft)]).toEqual([draft.question, true]),
      )
    })

    it('has mistakes that are wrong and say so without a number', () => {
      forEachDraft((draft) => {
        for (const [answer, mistake] of draft.mistakes()) {
          expect(mistake).toMatch(/^[A-Z][^0-9\\$]*\.$/)
          if (answer === undefined || answer === draft.gold) continue
          const verdict = {
            isWrong: isWrong(draft, answer),
            isRight: isGoldRight({ ...draft, gold: answer }),
          }
          expect([answer, verdict]).toEqual([answer, { isWrong: true, isRight: false }])
        }
      })
    })

    it('has a solution that ends in the answer', () => {
      forEachDraft(({ solution, gold }) => {
        const lines = solution().split('\n')
        expect(lines.length).toBeGreaterThan(1)
        expect(lines.at(-1)).toBe(`The answer is ${gold}.`)
        expect(solution()).not.toMatch(/undefined|NaN|\[object/)
      })
    })

    it('has solutions whose numbers add up', () => {
      let checked = 0
      forEachDraft((draft) => {
        if (draft.kind === 'hexadecimal') return
        for (const [left, right] of equationsIn(draft.solution())) {
          const verdict = holds(left, right, draft)
          if (verdict === undefined) continue
          checked += 1
          expect([left, right, verdict]).toEqual([left, right, true])
        }
      })
      expect(checked > 40).toBe(name !== 'hexadecimal')
    })

    it('names every number that matters in the question', () => {
      forEachDraft(({ question, facts }) => {
        const named: string[] = question.match(/[\dA-F]+(\.\d+)?/g) ?? []
        const missing = numbersToName(facts).filter((number) => !question.includes(number))
        expect([question, missing]).toEqual([question, []])
        expect(named.length).toBeGreaterThan(0)
        expect(question).not.toMatch(/undefined|NaN|\{\w\w+\}[^{}]* \{/)
      })
    })

    it('asks in many ways', () => {
      for (const level of levelsOf(family)) {
        const shapes = new Set(
          Array.from({ length: COMPOSED.includes(family) ? 40 : 200 }, (_, seed) =>
            draftOf(family, level, seed)
              .question.replace(/-?\d+/g, '#')
              .replace(/\$.*?\$/g, '$'),
          ),
        )
        expect([name, level, shapes.size >= 12]).toEqual([name, level, true])
      }
    })
  },
)
