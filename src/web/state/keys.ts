import { useEffect, useRef } from 'preact/hooks'
import { keysAreOn } from './preferences.ts'

/** What keys do, by where: the one table from which the sheet is shown and handlers are named. */
export const KEYS = {
  everywhere: {
    '/': 'find',
    '?': 'this sheet',
    'g l': 'go to live',
    'g r': 'go to runs',
    'g g': 'go to groups',
    'g t': 'go to tasks',
    'g p': 'go to play',
    'g s': 'go to search',
    'g q': 'go to the q console',
    'g a': 'go to grading',
    Escape: 'close, or back',
  },
  lists: {
    j: 'next row',
    k: 'row before',
    Enter: 'open',
    x: 'mark',
    c: 'compare what is marked',
    e: 'edit the filter',
    '.': 'hold or go on',
  },
  'an episode': {
    ArrowLeft: 'step back',
    ArrowRight: 'step on',
    Home: 'first step',
    End: 'last step',
    ' ': 'play or pause',
    '1': 'pace 0.25 s',
    '2': 'pace 0.5 s',
    '3': 'pace 1 s',
    '4': 'pace 2 s',
    o: 'unfold or fold',
    v: 'verify by replay',
    f: 'fork here and play',
    p: 'play on',
    c: 'compare with',
    y: 'copy',
    h: 'hidden facts',
    j: 'next episode',
    k: 'episode before',
    u: 'up',
  },
  'a group': {
    ArrowLeft: 'rollout before',
    ArrowRight: 'next rollout',
    ArrowUp: 'turn before',
    ArrowDown: 'next turn',
    Enter: 'open the rollout',
    x: 'mark',
    c: 'compare what is marked',
    '[': 'group before',
    ']': 'next group',
    t: 'training rows',
    u: 'up',
  },
  'a comparison': { n: 'next difference', N: 'difference before' },
} as const

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
