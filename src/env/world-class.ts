import type { Environment } from './environment.ts'

/** Where an environment is played, which decides its guarantees. */
type WorldClass = 'own' | 'foreign'

/** The class of an environment: those on other servers are foreign. */
export const worldClass = (playedBy: Environment['playedBy']): WorldClass =>
  playedBy === 'upstream' ? 'foreign' : 'own'

/** The guarantees of a class and their limits, a sentence each. */
export const GUARANTEES: Readonly<Record<WorldClass, readonly string[]>> = {
  own: [
    'The same actions always give the same episode.',
    'An open episode continues after a crash of any process.',
    'Conformance searches for rewards without a solution.',
  ],
  foreign: [
    'Replay needs only the log, and shows that it is consistent with the recorded answers.',
    'An episode continues if its server gives the same answers again; otherwise it is faulted.',
    'Every server plays the recorded actions again, in a session of its own.',
    'Rewards are rounded to thousandths within declared bounds; raw_reward is the original sum.',
    'The configuration declares what counts as a success.',
    'How much reward can be earned without a solution is unknown.',
  ],
}
