import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { BackchannelError } from '../../client/errors.ts'
import { Icon } from './icons.tsx'
import { Plain } from './text.tsx'

/** Waiting: the shape of what comes, after a moment in which it may have come already. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }): JSX.Element {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 120)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class={isLate ? 'skeleton late' : 'skeleton'} role="status">
      <span class="vh">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>
}

/** A placeholder for a whole page: the loading state, or the error. */
export function Awaited({
  error,
  rows = 6,
  retry,
}: {
  readonly error: unknown
  readonly rows?: number
  readonly retry?: () => void
}): JSX.Element {
  return error === null ? <Skeleton rows={rows} /> : <FaultBox error={error} retry={retry} isPage />
}

/** What went wrong, in the words of the server: what, why, what to do, and its code. */
export function FaultBox({
  error,
  retry,
  isPage = false,
}: {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
  /** Whether there is nothing else on the page. */
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
            <Plain text={message} />
          </h1>
        ) : (
          <b>
            <Plain text={message} />
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
