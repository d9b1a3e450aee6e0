import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useLocation } from 'preact-iso'
import { call } from '../../data/api.ts'
import type { Conditions } from '../../data/episode-list.ts'
import { exactTime } from '../../data/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { Plain } from '../../parts/text.tsx'
import {
  decimal,
  oneOf,
  text,
  unknownValues,
  type Values,
  whole,
  yesNo,
} from '../../state/fields.ts'

/** The filters of a list of episodes, from the address. */
export const FILTERS = {
  env: text(),
  split: text(),
  task: text(),
  level: whole(undefined),
  run: text(),
  group: text(),
  cond: oneOf('', 'clean', 'guided'),
  open: yesNo(),
  won: yesNo(),
  end: text(),
  min: decimal(),
  max: decimal(),
  from: whole(undefined),
  to: whole(undefined),
  parent: text(),
  principal: text(),
}

export type Filters = Values<typeof FILTERS>

/** The same as the server has it. */
export function conditionsOf(filters: Filters): Conditions {
  const { level, cond, won, end, min, max, from, to, env, split, task, run, group, open } = filters
  const { parent, principal } = filters
  const given = {
    ...{ env, split, task, run, group, open, parent, principal },
    ...{ difficulty: level, condition: cond === '' ? undefined : cond, success: won },
    ...{ end_reason: end, score_min: min, score_max: max },
    ...{ opened_from: from, opened_to: to },
  }
  const kept = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as Conditions
}

export const NO_FILTERS = Object.fromEntries(
  Object.keys(FILTERS).map((name) => [name, name === 'cond' ? '' : undefined]),
) as unknown as Filters

/** The filters that are on, by name. */
export const filtersOn = (filters: Filters): [keyof Filters, string][] =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name as keyof Filters, String(value)])

type Kind = 'text' | 'number' | 'moment' | 'yes or no' | readonly string[]

const KINDS: Readonly<Record<keyof Filters, Kind>> = {
  env: 'text',
  split: ['train', 'val', 'test', 'stream'],
  task: 'text',
  level: 'number',
  run: 'text',
  group: 'text',
  cond: ['clean', 'guided'],
  open: 'yes or no',
  won: 'yes or no',
  end: 'text',
  min: 'number',
  max: 'number',
  from: 'moment',
  to: 'moment',
  parent: 'text',
  principal: 'text',
}

const LABELS: Partial<Record<keyof Filters, string>> = {
  cond: 'condition',
  open: 'open',
  end: 'end reason',
  min: 'score at least',
  max: 'score at most',
  from: 'opened from',
  to: 'opened before',
  parent: 'forked from',
}

/** The name of a filter as its label has it. */
const labelOf = (name: keyof Filters): string => LABELS[name] ?? name

/** Every filter with its field; a change is in the address at once. */
export function FilterPanel({
  filters,
  set,
}: {
  readonly filters: Filters
  readonly set: (filters: Partial<Filters>) => void
}): JSX.Element {
  const environments = useQuery({
    queryKey: ['environments'],
    queryFn: () => call('GET /v1/environments', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const kindOf = (name: keyof Filters): Kind =>
    name === 'env' ? (environments.data?.map(({ env }) => env) ?? []) : KINDS[name]
  return (
    <form class="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      {(Object.keys(FILTERS) as (keyof Filters)[]).map((name) => (
        <label key={name}>
          {labelOf(name)}
          <FilterField
            name={name}
            kind={kindOf(name)}
            value={filters[name]}
            set={(value) => set({ [name]: value } as Partial<Filters>)}
          />
        </label>
      ))}
    </form>
  )
}

function FilterField({
  name,
  kind,
  value,
  set,
}: {
  readonly name: keyof Filters
  readonly kind: Kind
  readonly value: Filters[keyof Filters]
  readonly set: (value: unknown) => void
}): JSX.Element {
  const shown = value === undefined ? '' : String(value)
  const take = (given: string): void => set(FILTERS[name].read(given === '' ? undefined : given))
  if (kind === 'moment') {
    return (
      <input
        class="field-in"
        type="datetime-local"
        step="1"
        value={value === undefined ? '' : localMoment(Number(value))}
        onChange={(event) => {
          const atMs = new Date(event.currentTarget.value).getTime()
          set(Number.isFinite(atMs) ? atMs : undefined)
        }}
      />
    )
  }
  if (kind === 'text' || kind === 'number') {
    return (
      <input
        class="field-in"
        type={kind}
        step="any"
        value={shown}
        onChange={(event) => take(event.currentTarget.value.trim())}
      />
    )
  }
  const options =
    kind === 'yes or no'
      ? [
          ['true', 'yes'],
          ['false', 'no'],
        ]
      : kind.map((word) => [word, word])
  return (
    <select class="field-in" value={shown} onChange={(event) => take(event.currentTarget.value)}>
      <option value="">any</option>
      {shown !== '' && !options.some(([word]) => word === shown) && <option>{shown}</option>}
      {options.map(([word, label]) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** A moment as a field for dates has it: in local time, to the second. */
function localMoment(ms: number): string {
  const shiftMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - shiftMs).toISOString().slice(0, 19)
}

const shownValue = (name: keyof Filters, value: string): string =>
  KINDS[name] === 'moment' ? exactTime(Number(value)) : value

/** The filters that are on, each with a way to take it off. */
export function FilterChips({
  filters,
  set,
}: {
  readonly filters: Filters
  readonly set: (filters: Partial<Filters>) => void
}): JSX.Element {
  return (
    <>
      {filtersOn(filters).map(([name, value]) => (
        <button
          type="button"
          key={name}
          class="chip off"
          aria-label={`Remove the filter ${labelOf(name)} ${value}`}
          onClick={() => set({ [name]: NO_FILTERS[name] } as Partial<Filters>)}
        >
          {labelOf(name)} <b>{shownValue(name, value)}</b>
          <Icon name="no" />
        </button>
      ))}
    </>
  )
}

const HINTS: Readonly<Record<string, string>> = {
  'yes or no': 'true or false',
  moment: 'milliseconds since 1970',
  number: 'a number',
}

const hintOf = (name: keyof Filters): string => {
  const kind = KINDS[name]
  return typeof kind === 'string' ? (HINTS[kind] ?? 'text') : kind.join(' or ')
}

/** Says which filters of the address are not applied, and which values they take. */
export function UnknownFilters(): JSX.Element | null {
  const { url } = useLocation()
  const unknown = unknownValues(FILTERS, new URL(url, location.origin).searchParams)
  if (unknown.length === 0) return null
  return (
    <p class="amber" role="alert">
      {unknown.map(([name, value]) => (
        <span key={name}>
          The filter{' '}
          <b>
            {name}=<Plain text={value} />
          </b>{' '}
          is not applied: its value must be {hintOf(name as keyof Filters)}.{' '}
        </span>
      ))}
    </p>
  )
}
