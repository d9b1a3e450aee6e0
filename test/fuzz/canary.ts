import type { Host } from '../../src/server/host.ts'
import type { HostOperation } from '../../src/server/operations/table.ts'
import type { Caller } from '../../src/server/principal.ts'
import type { StepResult } from '../../src/wire/results.ts'

/** A bug to plant, so that it shows that the fuzzer would notice one of its kind. */
export const CANARIES = ['crossed', 'unanswered', 'uncoded', 'lost'] as const
export type Canary = (typeof CANARIES)[number]

/** One step in this many goes wrong. */
const EVERY = 15

/** Plants a bug in a host's steps. */
export function plant(host: Host, canary: Canary): void {
  const { call } = host
  let count = 0
  let other: StepResult | undefined
  const wrong: Readonly<Record<Canary, (right: Promise<StepResult>) => Promise<StepResult>>> = {
    // The messages of whichever episode was played before.
    crossed: async (right) => {
      const result = await right
      return { ...result, messages: other?.messages ?? [] }
    },
    // A refusal that never reaches its caller.
    unanswered: (right) => right.catch(() => new Promise<never>(() => undefined)),
    // A refusal that is an ordinary error.
    uncoded: (right) =>
      right.catch(() => {
        throw new Error('planted')
      }),
    // A step that is reported with another number than it has in the log.
    lost: async (right) => ({ ...(await right), seq: 999 }),
  }
  const planted = (name: HostOperation, ...rest: unknown[]): unknown => {
    const right = callAsync(() => call(name, ...(rest as [Caller, never])) as Promise<StepResult>)
    if (name !== 'episode.step') return right
    count += 1
    if (count % EVERY === 0) return wrong[canary](right)
    return right.then((result) => {
      other = result
      return result
    })
  }
  Object.assign(host, { call: planted })
}

/** The host may also throw at once; here it makes no difference. */
async function callAsync<Result>(work: () => Promise<Result>): Promise<Result> {
  return work()
}
