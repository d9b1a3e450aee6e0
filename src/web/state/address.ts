import { useCallback, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { readFields, type Values, writeFields } from './fields.ts'

export type SetFields<Fields> = (
  values: Partial<Values<Fields>>,
  how?: { readonly replace?: boolean },
) => void

/**
 * The view options in the address, and a function to change them. Only the address holds them, so a
 * reload shows the same.
 */
export function useFields<Fields extends object>(
  fields: Fields,
): readonly [Values<Fields>, SetFields<Fields>] {
  const { url, route } = useLocation()
  const values = useMemo(
    () => readFields(fields, new URL(url, location.origin).searchParams),
    [fields, url],
  )
  const set = useCallback<SetFields<Fields>>(
    (changed, { replace = false } = {}) => {
      const { pathname, search } = location
      const query = writeFields(fields, changed, new URLSearchParams(search))
      if (query !== search) route(pathname + query, replace)
    },
    [fields, route],
  )
  return [values, set]
}
