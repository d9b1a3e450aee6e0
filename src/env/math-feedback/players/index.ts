import type { Players } from '../../player.ts'
import { STUDENTS, studentPlayer } from './student.ts'

/** Scripted students who make typical mistakes. */
export const mathPlayers: Players = Object.fromEntries(
  Object.entries(STUDENTS).map(([name, traits]) => [name, () => studentPlayer(traits)]),
)
