import { type RandomStream, stream } from '../random.ts'
import type { Plain } from './literal.ts'
import type { Problem } from './problem.ts'
import { COVERS } from './tables/covers.ts'

/**
 * Draws of a problem by number. A table of covers names draws by these numbers, so that no wrong
 * program has to run while a task is made.
 */
export const numberedDraw = ({ id, draw }: Problem, number: number): readonly Plain[] =>
  draw(stream(number, 0, `q-draw-${id}`))

/**
 * Arguments of a few tests that together fail every known near miss of the solution. Without them
 * a near miss would pass whenever the other draws happen not to show the difference.
 */
export function coverOf(one: Problem, random: RandomStream): (readonly Plain[])[] {
  const covers = COVERS[one.id]
  if (covers === undefined) return []
  const numbers = random.pick(covers.split(' ')).split('+').map(Number)
  return numbers.map((number) => numberedDraw(one, number))
}
