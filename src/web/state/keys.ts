import { useEffect, useRef } from 'preact/hooks'
import { shortcutsEnabled } from './preferences.ts'

type Handlers = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** The most recent listener handles a key first. */
const listeners: { readonly handlers: { current: Handlers }; readonly modal: boolean }[] = []
let pendingPrefix: { readonly key: string; readonly at: number } | undefined
const SEQUENCE_MS = 900

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Buttons and links handle these keys. */
const handlesKeyItself = (target: EventTarget | null, key: string): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('a, button, summary, [role="option"]') !== null

function keySequence(event: KeyboardEvent): string {
  const { key } = event
  if (pendingPrefix !== undefined && event.timeStamp - pendingPrefix.at < SEQUENCE_MS)
    return `${pendingPrefix.key} ${key}`
  return key
}

function handleKeydown(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || event.isComposing) return
  const isEscape = key === 'Escape'
  const innerTarget = event.composedPath()[0] ?? target
  if (
    !isEscape &&
    (!shortcutsEnabled.get() || isTextInput(innerTarget) || handlesKeyItself(innerTarget, key))
  )
    return
  const sequence = keySequence(event)
  pendingPrefix = key === 'g' && sequence === 'g' ? { key, at: event.timeStamp } : undefined
  for (const { handlers, modal } of [...listeners].reverse()) {
    const handler = handlers.current[sequence] ?? handlers.current[key]
    if (handler !== undefined && !(key === 'g' && sequence === 'g')) {
      if (!isEscape) event.preventDefault()
      handler(event)
      return
    }
    if (modal) return
  }
}

/** Handles keys while the component is mounted. A modal listener hides keys from the page. */
export function useKeys(handlers: Handlers, { modal = false } = {}): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const listener = { handlers: latest, modal }
    if (listeners.length === 0) addEventListener('keydown', handleKeydown)
    listeners.push(listener)
    return () => {
      listeners.splice(listeners.indexOf(listener), 1)
      if (listeners.length === 0) removeEventListener('keydown', handleKeydown)
    }
  }, [modal])
}
