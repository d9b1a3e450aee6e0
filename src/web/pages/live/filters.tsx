import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { useLocation } from 'preact-iso'
import { callServer } from '../../data/api.ts'
import type { Conditions } from '../../data/episode-list.ts'
import { formatTime } from '../../data/format.ts'
import { CommittedInput } from '../../parts/committed-input.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PlainText } from '../../parts/text.tsx'
import {
  booleanField,
  decimalField,
  enumField,
  integerField,
  invalidFields,
  type StateValues,
  textField,
} from '../../state/fields.ts'

/** The filters of a list of episodes, from the address. */
export const FILTERS = {
  env: textField(),
  split: textField(),
  task: textField(),
  level: integerField(undefined),
  run: textField(),
  group: textField(),
  cond: enumField('', 'clean', 'guided'),
  open: booleanField(),
  won: booleanField(),
  end: textField(),
  min: decimalField(),
  max: decimalField(),
  from: integerField(undefined),
  to: integerField(undefined),
  parent: textField(),
  principal: textField(),
}

export type Filters = StateValues<typeof FILTERS>

/** The filters as the server's query parameters. */
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

/** The active filters, by name. */
export const activeFilters = (filters: Filters): [keyof Filters, string][] =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name as keyof Filters, String(value)])

type FieldKind = 'text' | 'number' | 'moment' | 'yes or no' | readonly string[]

const FIELD_KINDS: Readonly<Record<keyof Filters, FieldKind>> = {
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

const labelOf = (name: keyof Filters): string => LABELS[name] ?? name

/** An input for each filter. A change applies when it is complete. */
export function FilterPanel({
  filters,
  onChange,
}: {
  readonly filters: Filters
  readonly onChange: (filters: Partial<Filters>) => void
}): JSX.Element {
  const environments = useQuery({
    queryKey: ['environments'],
    queryFn: () => callServer('GET /v1/environments', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const kindOf = (name: keyof Filters): FieldKind =>
    name === 'env' ? (environments.data?.map(({ env }) => env) ?? []) : FIELD_KINDS[name]
  return (
    <form class="filters" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      {(Object.keys(FILTERS) as (keyof Filters)[]).map((name) => (
        <label key={name}>
          {labelOf(name)}
          <FilterField
            name={name}
            kind={kindOf(name)}
            value={filters[name]}
            onChange={(value) => onChange({ [name]: value } as Partial<Filters>)}
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
  onChange,
}: {
  readonly name: keyof Filters
  readonly kind: FieldKind
  readonly value: Filters[keyof Filters]
  readonly onChange: (value: unknown) => void
}): JSX.Element {
  const shown = value === undefined ? '' : String(value)
  const change = (given: string): void =>
    onChange(FILTERS[name].parse(given === '' ? undefined : given))
  if (kind === 'moment') {
    return (
      <input
        class="input"
        type="datetime-local"
        step="1"
        value={value === undefined ? '' : toLocalDateTime(Number(value))}
        onChange={(event) => {
          const atMs = new Date(event.currentTarget.value).getTime()
          onChange(Number.isFinite(atMs) ? atMs : undefined)
        }}
      />
    )
  }
  if (kind === 'text' || kind === 'number') {
    return <CommittedInput type={kind} step="any" value={shown} onCommit={change} />
  }
  const options =
    kind === 'yes or no'
      ? [
          ['true', 'yes'],
          ['false', 'no'],
        ]
      : kind.map((word) => [word, word])
  return (
    <select class="input" value={shown} onChange={(event) => change(event.currentTarget.value)}>
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

/** A timestamp in local time, as an input for dates expects it. */
function toLocalDateTime(ms: number): string {
  const shiftMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - shiftMs).toISOString().slice(0, 19)
}

function formatFilterValue(name: keyof Filters, value: string): string {
  if (FIELD_KINDS[name] === 'moment') return formatTime(Number(value))
  if (FIELD_KINDS[name] === 'yes or no') return value === 'true' ? 'yes' : 'no'
  return value
}

/** The active filters as buttons that remove them. */
export function FilterChips({
  filters,
  onChange,
}: {
  readonly filters: Filters
  readonly onChange: (filters: Partial<Filters>) => void
}): JSX.Element {
  return (
    <>
      {activeFilters(filters).map(([name, value]) => (
        <button
          type="button"
          key={name}
          class="chip remove-filter"
          aria-label={`Remove the filter ${labelOf(name)} ${formatFilterValue(name, value)}`}
          onClick={() => onChange({ [name]: NO_FILTERS[name] } as Partial<Filters>)}
        >
          {labelOf(name)} <b>{formatFilterValue(name, value)}</b>
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
  const kind = FIELD_KINDS[name]
  return typeof kind === 'string' ? (HINTS[kind] ?? 'text') : kind.join(' or ')
}

/** Reports filters of the address with invalid values. */
export function InvalidFilters(): JSX.Element | null {
  const { url } = useLocation()
  const unknown = invalidFields(FILTERS, new URL(url, location.origin).searchParams)
  if (unknown.length === 0) return null
  return (
    <p class="notice" role="alert">
      {unknown.map(([name, value]) => (
        <span key={name}>
          The filter{' '}
          <b>
            {name}=<PlainText text={value} />
          </b>{' '}
          is not applied: its value must be {hintOf(name as keyof Filters)}.{' '}
        </span>
      ))}
    </p>
  )
}
