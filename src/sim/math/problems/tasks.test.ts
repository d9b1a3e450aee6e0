// Guards the generated splits: stable bytes, disjoint questions, equal shares.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mathTaskSchema } from '../../../env/math-feedback/task-schema.ts'
import { LEVELS, levelsOf } from './draft.ts'
import { COMPOSED, FAMILIES } from './families.ts'
import { cellsNamed, drawSplit, generateSplit, generateStreamTask, sideOf } from './tasks.ts'

const WORLD = { format: 1, seed: 7 } as const
const SPLITS = ['train', 'val', 'test'] as const
const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

describe('generated tasks', () => {
  const tasks = Object.fromEntries(SPLITS.map((split) => [split, generateSplit(WORLD, split, 680)]))
  const all = SPLITS.flatMap((split) => tasks[split] ?? [])

  it('have the same bytes for the same seed, today and tomorrow', () => {
    expect(hash(generateSplit(WORLD, 'train', 680))).toBe(hash(tasks.train))
    expect(hash(generateSplit({ format: 1, seed: 8 }, 'train', 680))).not.toBe(hash(tasks.train))
    const stream = Array.from({ length: 50 }, (_, index) => generateStreamTask(WORLD, index))
    const hashes = [tasks.train, tasks.val, tasks.test, stream].map(hash)
    expect(hashes).toMatchInlineSnapshot(`
      [
        "9ca663d514a9a636",
        "379fc72473ce017a",
        "99cb0d30f8c63bae",
        "85b57f550e0d41a3",
      ]
    `)
  })

  it('look as they did', async () => {
    const sample = FAMILIES.map(({ name }) => all.find(({ dataset }) => dataset === name))
    const lines = sample.map((task) => `${JSON.stringify(task)}\n`).join('')
    await expect(lines).toMatchFileSnapshot('golden-sample.jsonl')
  })

  it('fit their schema and number themselves', () => {
    for (const split of SPLITS) {
      tasks[split]?.forEach((task, index) => {
        expect(mathTaskSchema.parse(task)).toEqual(task)
        expect([task.split, task.index]).toEqual([split, index])
        expect(task.id).toBe(`${split}-${String(index).padStart(6, '0')}`)
        expect(task.mistakes.length).toBeGreaterThanOrEqual(2)
        expect(task.mistakes.length).toBeLessThanOrEqual(5)
        const answers = [task.answer.gold, ...task.mistakes.map(({ answer }) => answer)]
        expect(new Set(answers).size).toBe(answers.length)
      })
    }
  })

  it('have no question twice, in a split or on two sides', () => {
    const stream = Array.from({ length: 2000 }, (_, index) => generateStreamTask(WORLD, index))
    const questions = all.map(({ question }) => question)
    expect(new Set(questions).size).toBe(questions.length)
    const held = new Set([...(tasks.val ?? []), ...(tasks.test ?? [])].map((task) => task.question))
    expect(stream.filter(({ question }) => held.has(question))).toEqual([])
    for (const { dataset, question, split } of [...all, ...stream]) {
      const family = FAMILIES.find(({ name }) => name === dataset)
      const side = family && sideOf(family, question)
      expect(side).toBe(split === 'stream' ? 'train' : split)
    }
  })

  it('separate questions that differ only in words or order', () => {
    const [first] = FAMILIES
    if (first === undefined) throw new Error('no families')
    expect(sideOf(first, 'What is 12 × 345?')).toBe(sideOf(first, '345 boxes of 12: how many?'))
  })

  it('have levels and families in equal shares', () => {
    for (const split of SPLITS) {
      for (const { name } of FAMILIES) {
        for (const level of LEVELS) {
          const own = tasks[split]?.filter((t) => t.dataset === name && t.difficulty === level)
          expect(own?.length).toBe(8)
        }
      }
    }
    const odd = generateSplit(WORLD, 'val', 37).map(({ difficulty }) => difficulty)
    const counts = LEVELS.map((level) => odd.filter((each) => each === level).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  })

  it('let a question through again only where there is no other', () => {
    const draws = drawSplit(WORLD, 'val', 3000)
    while (draws.next() !== undefined);
    expect(draws.repeated).toBe(0)
  })

  it('have a top level only in families that have one', () => {
    expect(cellsNamed('loads:6,games:6')).toHaveLength(2)
    expect(cellsNamed('stories:6')).toBeNull()
    expect(cellsNamed('routes:6')).toBeNull()
    expect(cellsNamed('games:7')).toBeNull()
  })

  it('of composed families fill every split, and share no question', () => {
    const cells = COMPOSED.flatMap((family) => levelsOf(family).map((level) => ({ family, level })))
    const drawn = SPLITS.flatMap((split) => {
      const draws = drawSplit(WORLD, split, 60, cells)
      return Array.from({ length: 60 }, () => draws.next())
    })
    for (const task of drawn) expect(mathTaskSchema.parse(task)).toEqual(task)
    expect(new Set(drawn.map((task) => task?.question)).size).toBe(drawn.length)
  })
})
