import { useEffect, useRef } from 'preact/hooks'
import { keysAreOn } from './preferences.ts'

type Handlers = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** The newest page or dialog is asked first. */
const listeners: { readonly handlers: { current: Handlers }; readonly modal: boolean }[] = []
let first: { readonly key: string; readonly at: number } | undefined
const SEQUENCE_MS = 900

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Buttons and links act on these keys themselves. */
const actsItself = (target: EventTarget | null, key: string): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('a, button, summary, [role="option"]') !== null

function keyOf(event: KeyboardEvent): string {
  const { key } = event
  if (first !== undefined && event.timeStamp - first.at < SEQUENCE_MS) return `${first.key} ${key}`
  return key
}

function press(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || event.isComposing) return
  const isEscape = key === 'Escape'
  const inside = event.composedPath()[0] ?? target
  if (!isEscape && (!keysAreOn.get() || takesText(inside) || actsItself(inside, key))) return
  const wanted = keyOf(event)
  first = key === 'g' && wanted === 'g' ? { key, at: event.timeStamp } : undefined
  for (const { handlers, modal } of [...listeners].reverse()) {
    const act = handlers.current[wanted] ?? handlers.current[key]
    if (act !== undefined && !(key === 'g' && wanted === 'g')) {
      if (!isEscape) event.preventDefault()
      act(event)
      return
    }
    if (modal) return
  }
}

/** Listens to keys for as long as the component is shown; a dialog keeps them from the page. */
export function useKeys(handlers: Handlers, { modal = false } = {}): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const listener = { handlers: latest, modal }
    if (listeners.length === 0) addEventListener('keydown', press)
    listeners.push(listener)
    return () => {
      listeners.splice(listeners.indexOf(listener), 1)
      if (listeners.length === 0) removeEventListener('keydown', press)
    }
  }, [modal])
}
