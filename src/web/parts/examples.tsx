import type { JSX } from 'preact'
import { shortId } from '../data/format.ts'

/** Links to some episodes that show something. */
export const Examples = ({ episodes }: { readonly episodes: readonly string[] }): JSX.Element => (
  <span class="links">
    {episodes.length === 0 && '–'}
    {episodes.map((id) => (
      <a key={id} class="m" href={`/episodes/${id}`}>
        {shortId(id)}
      </a>
    ))}
  </span>
)
