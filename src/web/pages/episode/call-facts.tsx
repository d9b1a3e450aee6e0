import type { JSX } from 'preact'
import { count } from '../../data/format.ts'
import { type ShownCall, sampledTokens } from '../../data/model-calls.ts'

/** The model calls of an episode in figures; nothing for an episode without an agent program. */
export function CallFacts({ calls }: { readonly calls: readonly ShownCall[] }): JSX.Element | null {
  if (calls.length === 0) return null
  const facts = {
    calls: calls.length,
    'tokens sampled': sampledTokens(calls),
    'prefix breaks': calls.filter(({ broken }) => broken !== undefined).length,
    'failed calls': calls.filter(({ call }) => call.failure !== null).length,
  }
  return (
    <section>
      <h2>Model calls</h2>
      <dl class="met">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} class="entry">
            <dt>{name}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
