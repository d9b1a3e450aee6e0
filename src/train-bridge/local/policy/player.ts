import type { Policy } from '../../../policies/policy.ts'
import type { LocalPolicy } from './policy.ts'

/** A local policy as a player of its environment. It samples its decisions, as in training. */
export const localPlayer = (policy: LocalPolicy, name: string): Policy => ({
  name,
  needsHidden: false,
  environments: [policy.learner.environment],
  act({ transcript, events, random }) {
    const reading = policy.read()
    reading.take(transcript, events)
    return reading.turn(policy.decider(() => random.next()))
  },
})
