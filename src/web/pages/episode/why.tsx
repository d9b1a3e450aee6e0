import type { JSX } from 'preact'
import { type EpisodeAccount, useAccounts } from '../../data/account.ts'
import type { ParsedLog } from '../../data/episode-log.ts'
import { FoldedText } from '../../parts/text.tsx'

const SOURCES: Readonly<Record<NonNullable<EpisodeAccount['source']>, string>> = {
  rule: 'written by a rule',
  model: 'written by a model',
  posted: 'written by the trainer',
}

/** Why an attempt failed: its critique, and the rollouts that saw it. */
export function CritiquePanel({
  id,
  log,
}: {
  readonly id: string
  readonly log: ParsedLog
}): JSX.Element | null {
  const account = useAccounts([id]).data?.get(id)
  if (account === undefined || account.critique === null) return null
  const shown = account.shown_to.filter(({ episode_id: other }) => other !== id)
  return (
    <section class="why">
      <h2>Why it failed</h2>
      <div class="message">
        <FoldedText text={account.critique} initialCharacters={600} />
      </div>
      <p class="quiet">
        {account.source !== null && SOURCES[account.source]}
        {shown.length === 0 && log.opening.group !== undefined && ' · in no other prompt'}
        {shown.length > 0 && ' · in the prompts of'}
        {shown.map(({ index, episode_id: other }) => (
          <span key={other}>
            {' '}
            <a href={`/episodes/${other}`}>{index}</a>
          </span>
        ))}
      </p>
    </section>
  )
}
