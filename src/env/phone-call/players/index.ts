import type { Players } from '../../player.ts'
import { EXPLOIT_NAMES, exploitPlayer } from './exploits.ts'
import { habitPlayer, ruleBlindPlayer } from './habit.ts'
import { habitMemoryPlayer } from './habit-memory.ts'
import { teacherPlayer } from './learner/teacher-player.ts'

/** The honest player to whom adversaries are compared. */
export const REFERENCE = 'habit'

/** Players who know the habits of companies, and some who use them to cheat. */
export const phonePlayers: Players = {
  [REFERENCE]: habitPlayer,
  'habit+memory': habitMemoryPlayer,
  'rule-blind': ruleBlindPlayer,
  teacher: teacherPlayer,
  ...Object.fromEntries(EXPLOIT_NAMES.map((name) => [name, () => exploitPlayer(name)])),
}
