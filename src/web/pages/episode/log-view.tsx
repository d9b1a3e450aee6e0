import type { JSX } from 'preact'
import type { LogRow } from '../../../client/index.ts'
import { formatTime } from '../../data/format.ts'
import { CodeBlock } from '../../parts/message-text.tsx'

/** The stored rows of an episode, with their hashes. */
export function LogView({ rows }: { readonly rows: readonly LogRow[] }): JSX.Element {
  return (
    <section class="talk" aria-label="Rows of the log">
      {rows.map(({ position, kind, wall_ms, hash, view, payload }) => (
        <article class="turn" key={position} id={`s${position}`}>
          <div class="speaker">
            <b>row {position}</b>
            <span class="mono">{kind}</span>
          </div>
          <div class="turn-content">
            <p class="quiet mono">
              {formatTime(wall_ms)} · {hash.slice(0, 16)}…
            </p>
            <CodeBlock
              text={JSON.stringify(view ?? JSON.parse(payload ?? '{}'), null, 2)}
              language="json"
            />
          </div>
        </article>
      ))}
    </section>
  )
}
