import type { ComponentChildren, JSX } from 'preact'
import { useErrorBoundary, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ErrorBox } from './states.tsx'

/**
 * Shows an error of a page in its place, until another address is opened.
 *
 * @param notFound shown for an address that cannot be decoded, such as `/runs/50%`
 */
export function PageErrors({
  notFound,
  children,
}: {
  readonly notFound: JSX.Element
  readonly children: ComponentChildren
}): JSX.Element {
  const { url } = useLocation()
  const [failure, setFailure] = useState<{ readonly error: unknown; readonly url: string }>()
  useErrorBoundary((error) => setFailure({ error, url }))
  if (failure?.url !== url) return <>{children}</>
  if (failure.error instanceof URIError) return notFound
  return <ErrorBox error={failure.error} retry={() => location.reload()} isPage />
}
