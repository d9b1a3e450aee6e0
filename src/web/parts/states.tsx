import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { BackchannelError } from '../../client/errors.ts'
import { Icon } from './icons.tsx'
import { PlainText } from './text.tsx'

const SKELETON_DELAY_MS = 120

/** A loading placeholder. It appears after a short delay, so that fast answers do not flicker. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }): JSX.Element {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class={isVisible ? 'skeleton late' : 'skeleton'} role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}

export function EmptyState({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>
}

/** A placeholder for a whole page: the loading state, or the error. */
export function LoadingPage({
  error,
  rows = 6,
  retry,
}: {
  readonly error: unknown
  readonly rows?: number
  readonly retry?: () => void
}): JSX.Element {
  return error === null ? <Skeleton rows={rows} /> : <ErrorBox error={error} retry={retry} isPage />
}

/** An error with the server's hint and error code. */
export function ErrorBox({
  error,
  retry,
  isPage = false,
}: {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
  /** Whether the error replaces the whole page. */
  readonly isPage?: boolean
}): JSX.Element {
  const fault = error instanceof BackchannelError ? error : undefined
  const message = error instanceof Error ? error.message : String(error)
  return (
    <div class="fault" role="alert">
      <Icon name="no" />
      <div>
        {isPage ? (
          <h1>
            <PlainText text={message} />
          </h1>
        ) : (
          <b>
            <PlainText text={message} />
          </b>
        )}
        {fault !== undefined && fault.hint !== '' && <p>{fault.hint}</p>}
        {fault !== undefined && <code>{fault.code}</code>}
        {retry !== undefined && (fault === undefined || fault.retryable) && (
          <button type="button" class="btn" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  )
}
