import type { JSX } from 'preact'
import { shortenId } from '../data/format.ts'

/** Links to example episodes. */
export const EpisodeLinks = ({
  episodes,
}: {
  readonly episodes: readonly string[]
}): JSX.Element => (
  <span class="links">
    {episodes.length === 0 && '–'}
    {episodes.map((id) => (
      <a key={id} class="mono" href={`/episodes/${id}`}>
        {shortenId(id)}
      </a>
    ))}
  </span>
)
