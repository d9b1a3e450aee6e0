import type { ComponentChildren, JSX } from 'preact'
import { count, counted, score, words as wordsOf } from '../../data/format.ts'
import { type MatchingEpisode, useTextSearch } from '../../data/text-search.ts'
import { Ago, Outcome, standingOf } from '../../parts/chips.tsx'
import { Empty, FaultBox } from '../../parts/states.tsx'
import { Plain } from '../../parts/text.tsx'
import { leaveTrail } from '../../state/trail.ts'
import { conditionsOf, type Filters } from '../live/filters.tsx'

/** Episodes with the searched words, each with a link to the step. */
export function TextResults({
  words,
  filters,
}: {
  readonly words: string
  readonly filters: Filters
}): JSX.Element {
  const { matches, searched, state, error, searchOn } = useTextSearch(words, conditionsOf(filters))
  // Keys on the page of an episode then go to its neighbours among the results.
  const open = (): void => leaveTrail(matches.map(({ episode }) => episode.episode_id))
  return (
    <section aria-label="Search results">
      <p class="quiet" role="status">
        {counted(matches.length, 'matching episode')}, newest first, among {count(searched)}{' '}
        searched
        {ENDINGS[state]}
      </p>
      {error !== null && <FaultBox error={error} />}
      <ol class="said">
        {matches.map((match) => (
          <Result key={match.episode.episode_id} {...match} open={open} />
        ))}
      </ol>
      {matches.length === 0 && state === 'finished' && error === null && (
        <Empty>
          <h2>No matches</h2>
          <p>
            Only whole words match: <code>verif*</code> matches words that begin with it.
          </p>
        </Empty>
      )}
      {state === 'paused' && (
        <button type="button" class="btn" onClick={searchOn}>
          Continue searching
        </button>
      )}
    </section>
  )
}

const ENDINGS = { searching: '; searching …', paused: '.', finished: ', which are all.' } as const

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
        <Outcome standing={standingOf(episode)} end={end} />
        <span>
          reward <b>{score(episode.score)}</b>
        </span>
        <span>{env}</span>
        <span class="m">
          <Plain text={task} />
        </span>
        <span>level {difficulty}</span>
        {run !== null && (
          <span>
            run <Plain text={run} />
          </span>
        )}
        <Ago ms={episode.updated_ms} />
      </div>
      {places.map(({ position, role, snippet, ranges }, at) => (
        <a key={at} class="hit" href={`/episodes/${id}?step=${position}`} onClick={open}>
          <span class="m">
            {position === 0 ? 'opening' : `step ${position}`} · {SPEAKERS[role] ?? wordsOf(role)}
          </span>
          <span>{withMarks(snippet, ranges)}</span>
        </a>
      ))}
    </li>
  )
}

/** The roles of messages, in words. */
const SPEAKERS: Readonly<Record<string, string>> = {
  assistant: 'agent',
  user: 'to the agent',
  tool: 'tool',
}

/** A text with some ranges of it marked, in order. */
function withMarks(
  text: string,
  ranges: readonly (readonly [from: number, to: number])[],
): ComponentChildren {
  let end = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [
      <Plain key={`before ${from}`} text={before} />,
      <mark key={from}>
        <Plain text={text.slice(from, to)} />
      </mark>,
    ]
  })
  return [...parts, <Plain key="rest" text={text.slice(end)} />]
}
