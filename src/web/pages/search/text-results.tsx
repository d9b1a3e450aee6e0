import type { ComponentChildren, JSX } from 'preact'
import { formatCount, formatScore, pluralize, humanize as wordsOf } from '../../data/format.ts'
import { type MatchingEpisode, useTextSearch } from '../../data/text-search.ts'
import { OutcomeChip, outcomeOf, TimeAgo } from '../../parts/chips.tsx'
import { EmptyState, ErrorBox } from '../../parts/states.tsx'
import { PlainText } from '../../parts/text.tsx'
import { storeSourceList } from '../../state/trail.ts'
import { conditionsOf, type Filters } from '../live/filters.tsx'

/** Episodes with the searched words, with links to the steps. */
export function TextResults({
  words,
  filters,
}: {
  readonly words: string
  readonly filters: Filters
}): JSX.Element {
  const { matches, searched, state, error, continueSearch, retry } = useTextSearch(
    words,
    conditionsOf(filters),
  )
  // The keys j and k on an episode's page then move through the results.
  const open = (): void => storeSourceList(matches.map(({ episode }) => episode.episode_id))
  const found = pluralize(matches.length, 'matching episode')
  const summary = `${found}, newest first; ${formatCount(searched)} episodes searched`
  return (
    <section aria-label="Search results">
      <p class="quiet" role="status">
        {summary}
        {STATE_TEXTS[state]}
      </p>
      {error !== null && <ErrorBox error={error} retry={retry} />}
      <ol class="search-results">
        {matches.map((match) => (
          <Result key={match.episode.episode_id} {...match} open={open} />
        ))}
      </ol>
      {matches.length === 0 && state === 'finished' && (
        <EmptyState>
          <h2>No matches</h2>
          <p>
            Only whole words match: <code>verif*</code> matches words that begin with it.
          </p>
        </EmptyState>
      )}
      {state === 'paused' && (
        <button type="button" class="btn" onClick={continueSearch}>
          Continue searching
        </button>
      )}
    </section>
  )
}

const STATE_TEXTS = {
  searching: ' so far …',
  paused: ' so far.',
  stopped: ' so far.',
  finished: ': all.',
} as const

/** An episode with the words, and a link to each message that has them. */
function Result({
  episode,
  places,
  open,
}: MatchingEpisode & { readonly open: () => void }): JSX.Element {
  const { episode_id: id, env, task, run, difficulty, end_reason: end } = episode
  return (
    <li>
      <div class="facts">
        <OutcomeChip outcome={outcomeOf(episode)} endReason={end} />
        <span>
          reward <b>{formatScore(episode.score)}</b>
        </span>
        <span>{env}</span>
        <span class="mono">
          <PlainText text={task} />
        </span>
        <span>level {difficulty}</span>
        {run !== null && (
          <span>
            run <PlainText text={run} />
          </span>
        )}
        <TimeAgo ms={episode.updated_ms} />
      </div>
      {places.map(({ position, role, snippet, ranges }, at) => (
        <a key={at} class="search-hit" href={`/episodes/${id}?step=${position}`} onClick={open}>
          <span class="mono">
            {position === 0 ? 'opening' : `step ${position}`} · {SPEAKERS[role] ?? wordsOf(role)}
          </span>
          <span>{withMarks(snippet, ranges)}</span>
        </a>
      ))}
    </li>
  )
}

/** Names for the roles of messages. */
const SPEAKERS: Readonly<Record<string, string>> = {
  assistant: 'agent',
  user: 'to the agent',
  tool: 'tool',
}

/** Marks ranges of a text. They must be in order. */
function withMarks(
  text: string,
  ranges: readonly (readonly [from: number, to: number])[],
): ComponentChildren {
  let end = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [
      <PlainText key={`before ${from}`} text={before} />,
      <mark key={from}>
        <PlainText text={text.slice(from, to)} />
      </mark>,
    ]
  })
  return [...parts, <PlainText key="rest" text={text.slice(end)} />]
}
