import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { Resources } from '../../client/resources.ts'
import { url } from '../data/api.ts'

/** Whether the server is ready. It is polled, without the token, which may be invalid. */
export function Health(): JSX.Element {
  const { isError, isPending } = useQuery({
    queryKey: ['ready'],
    queryFn: () => new Resources({ url }).call('GET /readyz', {}),
    refetchInterval: 5_000,
    retry: false,
  })
  const word = isPending ? 'connecting' : isError ? 'unreachable' : 'ready'
  return (
    <span class={`health ${word}`} role="status">
      <span class="dot" />
      {word}
    </span>
  )
}
