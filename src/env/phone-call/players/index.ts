import type { Players } from '../../player.ts'
import {
  CHOICE_NAMES,
  carefulPlayer,
  choicePlayer,
  ORDER_NAMES,
  orderPlayer,
  ruleBlindPlayer,
} from './choices.ts'
import { EXPLOIT_NAMES, exploitPlayer } from './exploits.ts'
import { habitPlayer } from './habit.ts'
import { habitMemoryPlayer } from './habit-memory.ts'
import { teacherPlayer } from './learner/teacher-player.ts'

/**
 * Players of the first stage, who know the habits of companies or use them to cheat, and players of
 * the other stages, who know the case but for one choice.
 */
export const phonePlayers: Players = {
  habit: habitPlayer,
  'habit+memory': habitMemoryPlayer,
  teacher: teacherPlayer,
  ...Object.fromEntries(EXPLOIT_NAMES.map((name) => [name, () => exploitPlayer(name)])),
  'rule-blind': ruleBlindPlayer,
  'hears-first': carefulPlayer,
  ...Object.fromEntries(ORDER_NAMES.map((name) => [name, () => orderPlayer(name)])),
  ...Object.fromEntries(CHOICE_NAMES.map((name) => [name, () => choicePlayer(name)])),
}
