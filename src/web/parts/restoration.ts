import { useEffect } from 'preact/hooks'

/** The time limit for a page to load enough content to scroll to the old position. */
const RESTORE_TIMEOUT_MS = 3_000
const POSITIONS_MAX = 200

/** The scroll positions of the page and of the scrollable elements in it, by key. */
type Positions = ReadonlyMap<string, number>

const PAGE = 'html'
const AT_TOP: Positions = new Map([[PAGE, 0]])

/** A key for a scrollable element: its classes, and its index among elements with them. */
function scrollerKey(scroller: Element): string {
  if (scroller === document.documentElement) return PAGE
  const selector = scroller.tagName + [...scroller.classList].map((name) => `.${name}`).join('')
  return `${selector} ${[...document.querySelectorAll(selector)].indexOf(scroller)}`
}

/** Scrolls an element, and returns whether it reached the position. */
function scrollTo(name: string, top: number): boolean {
  const [selector = '', at = '0'] = name.split(' ')
  const scroller = document.querySelectorAll(selector)[Number(at)]
  scroller?.scrollTo({ top, behavior: 'instant' })
  return scroller !== undefined && Math.abs(scroller.scrollTop - top) < 2
}

/** Restores the scroll position on back and forward, once the content has loaded. */
export function useScrollRestoration(): void {
  useEffect(() => {
    const positionsByUrl = new Map<string, Positions>()
    let currentUrl = location.href
    let pending: { readonly positions: Positions; readonly deadlineMs: number } | undefined
    const savePosition = ({ target }: Event): void => {
      if (pending !== undefined || location.href !== currentUrl) return
      const positions = new Map(positionsByUrl.get(currentUrl))
      const scroller = target instanceof Element ? target : document.documentElement
      positions.set(scrollerKey(scroller), scroller.scrollTop)
      positionsByUrl.delete(currentUrl)
      positionsByUrl.set(currentUrl, positions)
      const [oldest] = positionsByUrl.keys()
      if (positionsByUrl.size > POSITIONS_MAX && oldest !== undefined) positionsByUrl.delete(oldest)
    }
    const restore = (): void => {
      if (pending === undefined) return
      const isRestored = [...pending.positions]
        .map(([name, top]) => scrollTo(name, top))
        .every(Boolean)
      if (isRestored || performance.now() > pending.deadlineMs) pending = undefined
      else requestAnimationFrame(restore)
    }
    const handlePopState = (): void => {
      const isSectionLink =
        location.hash !== '' && withoutHash(currentUrl) === withoutHash(location.href)
      currentUrl = location.href
      // The browser scrolls to a section of the same page.
      if (isSectionLink) return
      pending = {
        positions: positionsByUrl.get(currentUrl) ?? AT_TOP,
        deadlineMs: performance.now() + RESTORE_TIMEOUT_MS,
      }
      requestAnimationFrame(restore)
    }
    // The visitor has scrolled, so do not restore.
    const cancel = (): void => {
      pending = undefined
      currentUrl = location.href
    }
    const previousMode = history.scrollRestoration
    history.scrollRestoration = 'manual'
    addEventListener('scroll', savePosition, { capture: true, passive: true })
    addEventListener('popstate', handlePopState)
    for (const kind of USER_SCROLL_EVENTS)
      addEventListener(kind, cancel, { capture: true, passive: true })
    return () => {
      history.scrollRestoration = previousMode
      removeEventListener('scroll', savePosition, { capture: true })
      removeEventListener('popstate', handlePopState)
      for (const kind of USER_SCROLL_EVENTS) removeEventListener(kind, cancel, { capture: true })
    }
  }, [])
}

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? ''

/** Events that can be a scroll by the visitor. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Focuses the content when the focused element is removed, so that keys still work. */
export function useFocusRestoration(): void {
  useEffect(() => {
    let focused: Element | undefined
    const rememberFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element) focused = target
    }
    const content = document.getElementById('content')
    const observer = new MutationObserver(() => {
      if (focused === undefined || focused.isConnected) return
      focused = undefined
      const { activeElement: at } = document
      if (at === null || at === document.body) content?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', rememberFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', rememberFocus)
      observer.disconnect()
    }
  }, [])
}
