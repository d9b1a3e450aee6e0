import type { Policy } from '../../../policies/policy.ts'
import { Dialogue } from '../reading/dialogue.ts'
import { playTurn, policyDecider } from './agent.ts'
import type { LocalPolicy } from './policy.ts'

/** A local policy as a player of phone-call-v1 that decides by chance, as it does in training. */
export const localPlayer = (policy: LocalPolicy, name: string): Policy => ({
  name,
  needsHidden: false,
  environments: ['phone-call-v1'],
  act({ transcript, random }) {
    const dialogue = new Dialogue().take(transcript)
    return playTurn(
      policy,
      dialogue,
      policyDecider(policy, () => random.next()),
    ).action
  },
})
