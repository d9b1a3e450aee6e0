import { useCallback, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { formatQuery, parseFields, type StateValues } from './fields.ts'

export type SetUrlFields<Fields> = (
  values: Partial<StateValues<Fields>>,
  how?: { readonly replace?: boolean },
) => void

/**
 * The view options in the address, and a function to change them. Only the address holds them, so a
 * reload shows the same.
 */
export function useUrlFields<Fields extends object>(
  fields: Fields,
): readonly [StateValues<Fields>, SetUrlFields<Fields>] {
  const { url, route } = useLocation()
  const values = useMemo(
    () => parseFields(fields, new URL(url, location.origin).searchParams),
    [fields, url],
  )
  const set = useCallback<SetUrlFields<Fields>>(
    (changed, { replace = false } = {}) => {
      const { pathname, search } = location
      const query = formatQuery(fields, changed, new URLSearchParams(search))
      if (query !== search) route(pathname + query, replace)
    },
    [fields, route],
  )
  return [values, set]
}
