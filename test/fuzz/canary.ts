import type { Host } from '../../src/server/host.ts'

/** Early enough for the shortest run. */
const AT_STEP = 5

/**
 * Plants a known bug: one step of a well-behaved player is answered with a wrong reward, the log
 * being right. A fuzzer that does not find it looks at nothing.
 */
export function plantCanary(host: Host): void {
  const { step } = host
  let steps = 0
  const faulty: Host['step'] = async (caller, request) => {
    const result = await step(caller, request)
    if (caller.kind !== 'principal' || caller.name !== 'player') return result
    steps += 1
    return steps === AT_STEP ? { ...result, reward: result.reward + 0.001 } : result
  }
  Object.assign(host, { step: faulty })
}
