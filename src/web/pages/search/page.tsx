import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CommittedInput } from '../../parts/committed-input.tsx'
import { PlainText } from '../../parts/text.tsx'
import { useUrlFields } from '../../state/address.ts'
import { pathSegment, textField } from '../../state/fields.ts'
import {
  activeFilters,
  FILTERS,
  FilterChips,
  FilterPanel,
  InvalidFilters,
} from '../live/filters.tsx'
import { TextResults } from './text-results.tsx'

const FIELDS = { q: textField(), ...FILTERS }

/** Searches conversations with the filters of the episode list, and links to names. */
export function SearchPage(): JSX.Element {
  const [{ q = '', ...filters }, setFields] = useUrlFields(FIELDS)
  const [showsPanel, setShowsPanel] = useState(false)
  useEffect(() => {
    document.title = q === '' ? 'Search · Backchannel' : `${q} · Search · Backchannel`
  }, [q])
  const isFiltered = activeFilters(filters).length > 0
  return (
    <div class="page">
      <h1>Search</h1>
      <search>
        <form class="search-form" onSubmit={(event) => event.preventDefault()}>
          <label>
            <span class="visually-hidden">words in messages, or a name</span>
            <CommittedInput
              type="search"
              value={q}
              placeholder="refund  &quot;last four digits&quot;  verif*"
              onCommit={(text) => setFields({ q: text })}
            />
          </label>
          <button type="submit" class="btn primary">
            Search
          </button>
          <button
            type="button"
            class="btn"
            aria-expanded={showsPanel}
            onClick={() => setShowsPanel(!showsPanel)}
          >
            {isFiltered ? 'Edit filter' : 'Filter'}
          </button>
        </form>
        <div class="search-filters">
          <FilterChips filters={filters} onChange={setFields} />
        </div>
        <InvalidFilters />
        {showsPanel && <FilterPanel filters={filters} onChange={setFields} />}
      </search>
      {q === '' ? (
        <p class="quiet">
          Finds messages of agents, customers, tutors and tools that contain all of the words, in
          upper or lower case. <code>"a phrase"</code> matches its exact words, and{' '}
          <code>verif*</code> matches words that begin with it. You can also enter the name of a
          task, a run or a group.
        </p>
      ) : (
        <>
          <NameLinks name={q} />
          <TextResults key={JSON.stringify([q, filters])} words={q} filters={filters} />
        </>
      )}
    </div>
  )
}

/** Links for a name that can be of a task, run, group or end reason. */
function NameLinks({ name }: { readonly name: string }): JSX.Element {
  const encoded = encodeURIComponent(name)
  const links = [
    [`/live?task=${encoded}`, 'task'],
    [`/live?run=${encoded}`, 'run'],
    [`/runs/${pathSegment(name)}`, 'curves of the run'],
    [`/groups?run=${encoded}`, 'groups of the run'],
    [`/live?group=${encoded}`, 'group'],
    [`/live?end=${encoded}`, 'end reason'],
  ] as const
  return (
    <p class="places">
      As a name,{' '}
      <b>
        <PlainText text={name} />
      </b>{' '}
      may be a{' '}
      {links.map(([href, what], at) => (
        <span key={href}>
          {at > 0 && ' · '}
          <a href={href}>{what}</a>
        </span>
      ))}
    </p>
  )
}
