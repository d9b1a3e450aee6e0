import type { JSX } from 'preact'
import { formatCount } from '../../data/format.ts'
import { type CallView, sampledTokens } from '../../data/model-calls.ts'

/** Counts of an episode's model calls; empty without an agent program. */
export function CallFacts({ calls }: { readonly calls: readonly CallView[] }): JSX.Element | null {
  if (calls.length === 0) return null
  const facts = {
    calls: calls.length,
    'tokens sampled': sampledTokens(calls),
    'prefix breaks': calls.filter(({ prefixBreak }) => prefixBreak !== undefined).length,
    'failed calls': calls.filter(({ call }) => call.failure !== null).length,
  }
  return (
    <section>
      <h2>Model calls</h2>
      <dl class="metric-list">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} class="entry">
            <dt>{name}</dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
