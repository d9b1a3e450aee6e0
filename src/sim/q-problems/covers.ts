import { type RandomStream, stream } from '../random.ts'
import type { LiteralValue } from './literal.ts'
import type { Problem } from './problem.ts'
import { COVERS } from './tables/covers.ts'

/**
 * The draw of a problem with this number. The table of covers names draws by number, so that making
 * a task runs no wrong program.
 */
export const numberedDraw = ({ id, draw }: Problem, number: number): readonly LiteralValue[] =>
  draw(stream(number, 0, `q-draw-${id}`))

/**
 * Arguments of a few tests that together fail every known near miss of the solution. Without them,
 * a near miss would pass if the other draws do not show the difference.
 */
export function coverOf(one: Problem, random: RandomStream): (readonly LiteralValue[])[] {
  const covers = COVERS[one.id]
  if (covers === undefined) return []
  const numbers = random.pick(covers.split(' ')).split('+').map(Number)
  return numbers.map((number) => numberedDraw(one, number))
}
