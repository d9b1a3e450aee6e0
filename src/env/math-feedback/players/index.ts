import type { Players } from '../../player.ts'
import { STUDENTS, studentPlayer } from './student.ts'

/** Students who make the mistakes that people make. */
export const mathPlayers: Players = Object.fromEntries(
  Object.entries(STUDENTS).map(([name, traits]) => [name, () => studentPlayer(traits)]),
)
