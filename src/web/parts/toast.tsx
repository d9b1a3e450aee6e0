import type { JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'

const SHOWN_MS = 3_500

/** A short word at the foot of the page, and the way to say one. */
export function useToast(): readonly [JSX.Element, (text: string) => void] {
  const [text, setText] = useState('')
  const say = useCallback((message: string) => setText(message), [])
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])
  const element = (
    <div role="status" aria-live="polite">
      {text !== '' && <div class="toast">{text}</div>}
    </div>
  )
  return [element, say]
}
