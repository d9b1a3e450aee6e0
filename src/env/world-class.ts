import type { Environment } from './environment.ts'

/** Where a world is played, which decides what can be promised of it. */
type WorldClass = 'own' | 'foreign'

/** The class of a world: those at servers of others are foreign. */
export const worldClass = (playedBy: Environment['playedBy']): WorldClass =>
  playedBy === 'upstream' ? 'foreign' : 'own'

/** What is promised of the worlds of a class, and what cannot be, a sentence each. */
export const GUARANTEES: Readonly<Record<WorldClass, readonly string[]>> = {
  own: [
    'The same actions give the same episode, whoever plays them again.',
    'An open episode goes on after a crash of any process.',
    'What can be won without the work is looked for by conformance.',
  ],
  foreign: [
    'The log is consistent with what its server answered; replay needs nobody, and proves no more.',
    'An episode goes on if its server answers the same again; else it is faulted, and says so.',
    'Two servers never play in one session there: each plays again what the log has.',
    'Rewards are rounded to thousandths within declared bounds; raw_reward is the sum as it came.',
    'What counts as a success is declared in the config.',
    'What can be won without the work is unknown.',
  ],
}
