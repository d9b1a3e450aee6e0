import type { JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'

const VISIBLE_MS = 3_500

/** A short message at the bottom of the page, and a function that shows one. */
export function useToast(): readonly [JSX.Element, (text: string) => void] {
  const [text, setText] = useState('')
  const showToast = useCallback((message: string) => setText(message), [])
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const element = (
    <div role="status" aria-live="polite">
      {text !== '' && <div class="toast">{text}</div>}
    </div>
  )
  return [element, showToast]
}
