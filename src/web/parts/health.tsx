import { useQuery } from '@tanstack/preact-query'
import type { JSX } from 'preact'
import { callServer } from '../data/api.ts'

/** Whether the server is ready. It is polled. */
export function Health(): JSX.Element {
  const { isError, isPending } = useQuery({
    queryKey: ['ready'],
    queryFn: () => callServer('GET /readyz', {}),
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
