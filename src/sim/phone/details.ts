/** The details of a service that a caller can give besides the customer's data. */
export const DETAIL_NAMES = [
  'record',
  'option',
  'amount_cents',
  'count',
  'date',
  'time',
  'address',
  'name',
] as const
export type DetailName = (typeof DETAIL_NAMES)[number]

/**
 * How a service is to be carried out: records and options by their ids, money in whole cents, dates
 * as `YYYY-MM-DD`, times as `HH:MM`.
 */
export type Details = {
  readonly record?: string
  readonly option?: string
  readonly amount_cents?: number
  readonly count?: number
  readonly date?: string
  readonly time?: string
  readonly address?: string
  readonly name?: string
}

/** Lower case letters and digits alone: "5 Park Road" and "5, Park road" are one address. */
const normalize = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

const sameDetail = (
  first: string | number | undefined,
  second: string | number | undefined,
): boolean =>
  typeof first === 'string' && typeof second === 'string'
    ? normalize(first) === normalize(second)
    : first === second

/** Whether two orders agree in these members. */
export const sameDetails = (
  first: Details,
  second: Details,
  names: readonly DetailName[] = DETAIL_NAMES,
): boolean => names.every((name) => sameDetail(first[name], second[name]))
