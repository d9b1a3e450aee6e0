import type { ComponentChildren, JSX } from 'preact'
import { words as asWords, count, counted, score } from '../../data/format.ts'
import { type Found, useTextSearch } from '../../data/said.ts'
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
  const { found, looked, state, error, goOn } = useTextSearch(words, conditionsOf(filters))
  const open = (): void => leaveTrail(found.map(({ episode }) => episode.episode_id))
  return (
    <section aria-label="Search results">
      <p class="quiet" role="status">
        {counted(found.length, 'episode')} found, the newest first, of {count(looked)} looked at
        {state === 'searching' ? '; searching …' : state === 'over' ? ', which are all.' : '.'}
      </p>
      {error !== null && <FaultBox error={error} />}
      <ol class="said">
        {found.map((one) => (
          <Result key={one.episode.episode_id} {...one} open={open} />
        ))}
      </ol>
      {found.length === 0 && state === 'over' && error === null && (
        <Empty>
          <h2>No matches</h2>
          <p>
            Only whole words match: <code>verif*</code> matches words that begin with it.
          </p>
        </Empty>
      )}
      {state === 'paused' && (
        <button type="button" class="btn" onClick={goOn}>
          Continue searching
        </button>
      )}
    </section>
  )
}

function Result({ episode, places, open }: Found & { readonly open: () => void }): JSX.Element {
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
            {position === 0 ? 'opening' : `step ${position}`} · {WHO[role] ?? asWords(role)}
          </span>
          <span>{marked(snippet, ranges)}</span>
        </a>
      ))}
    </li>
  )
}

const WHO: Readonly<Record<string, string>> = {
  assistant: 'agent',
  user: 'to the agent',
  tool: 'tool',
}

/** The words of a text marked in it. */
function marked(
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
