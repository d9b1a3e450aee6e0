import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Plain } from '../../parts/text.tsx'
import { useFields } from '../../state/address.ts'
import { segment, text } from '../../state/fields.ts'

const FIELDS = { q: text() }

/** Where a name may belong: every kind of thing that has one. */
export function SearchPage(): JSX.Element {
  const [{ q = '' }, setFields] = useFields(FIELDS)
  const name = encodeURIComponent(q)
  const places = [
    [`/live?task=${name}`, 'episodes of the task'],
    [`/live?run=${name}`, 'episodes of the run'],
    [`/runs/${segment(q)}`, 'curves of the run'],
    [`/groups?run=${name}`, 'groups of the run'],
    [`/live?group=${name}`, 'episodes of the group'],
    [`/live?end=${name}`, 'episodes that ended so'],
  ] as const
  useEffect(() => {
    document.title = 'Search · Backchannel'
  }, [])
  return (
    <div class="page">
      <h1>Search</h1>
      <label class="inline">
        a name{' '}
        <input
          class="field-in"
          value={q}
          onChange={(event) => setFields({ q: event.currentTarget.value.trim() })}
        />
      </label>
      {q === '' ? (
        <p>Give the name of a task, a run or a group, or the reason of an end.</p>
      ) : (
        <ul class="places">
          {places.map(([href, what]) => (
            <li key={href}>
              <a href={href}>
                {what}{' '}
                <b>
                  <Plain text={q} />
                </b>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">This server finds names. It keeps no index of words that were said.</p>
    </div>
  )
}
