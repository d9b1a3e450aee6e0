import { useEffect } from 'preact/hooks'

/** How long a page may take to be as long as it was. */
const RESTORE_MS = 3_000
const POSITIONS_MAX = 200

/** How far the page and the scrollers in it are scrolled, by name. */
type Positions = ReadonlyMap<string, number>

const PAGE = 'html'
const AT_TOP: Positions = new Map([[PAGE, 0]])

/** A scroller, by its classes and its index among the elements with them. */
function nameOf(scroller: Element): string {
  if (scroller === document.documentElement) return PAGE
  const selector = scroller.tagName + [...scroller.classList].map((name) => `.${name}`).join('')
  return `${selector} ${[...document.querySelectorAll(selector)].indexOf(scroller)}`
}

/** Scrolls there; whether that was possible. */
function scrolled(name: string, top: number): boolean {
  const [selector = '', at = '0'] = name.split(' ')
  const scroller = document.querySelectorAll(selector)[Number(at)]
  scroller?.scrollTo({ top, behavior: 'instant' })
  return scroller !== undefined && Math.abs(scroller.scrollTop - top) < 2
}

/** Restores the scroll position on back and forward, once the content has loaded. */
export function useScrollRestoration(): void {
  useEffect(() => {
    const kept = new Map<string, Positions>()
    let shown = location.href
    let wanted: { readonly positions: Positions; readonly untilMs: number } | undefined
    const keep = ({ target }: Event): void => {
      if (wanted !== undefined || location.href !== shown) return
      const positions = new Map(kept.get(shown))
      const scroller = target instanceof Element ? target : document.documentElement
      positions.set(nameOf(scroller), scroller.scrollTop)
      kept.delete(shown)
      kept.set(shown, positions)
      const [oldest] = kept.keys()
      if (kept.size > POSITIONS_MAX && oldest !== undefined) kept.delete(oldest)
    }
    const restore = (): void => {
      if (wanted === undefined) return
      const isThere = [...wanted.positions].map(([name, top]) => scrolled(name, top)).every(Boolean)
      if (isThere || performance.now() > wanted.untilMs) wanted = undefined
      else requestAnimationFrame(restore)
    }
    const back = (): void => {
      const isSection = location.hash !== '' && withoutHash(shown) === withoutHash(location.href)
      shown = location.href
      // A link to a section of the same page was followed, which scrolls by itself.
      if (isSection) return
      wanted = { positions: kept.get(shown) ?? AT_TOP, untilMs: performance.now() + RESTORE_MS }
      requestAnimationFrame(restore)
    }
    // The visitor has scrolled, so do not restore.
    const stop = (): void => {
      wanted = undefined
      shown = location.href
    }
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    addEventListener('scroll', keep, { capture: true, passive: true })
    addEventListener('popstate', back)
    for (const kind of STARTS) addEventListener(kind, stop, { capture: true, passive: true })
    return () => {
      history.scrollRestoration = before
      removeEventListener('scroll', keep, { capture: true })
      removeEventListener('popstate', back)
      for (const kind of STARTS) removeEventListener(kind, stop, { capture: true })
    }
  }, [])
}

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? ''

/** Events by which a person scrolls. */
const STARTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Where what had the focus is gone, the content has it: keys go on from there. */
export function useFocusRestoration(): void {
  useEffect(() => {
    let last: Element | undefined
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target
    }
    const content = document.getElementById('content')
    const observer = new MutationObserver(() => {
      if (last === undefined || last.isConnected) return
      last = undefined
      const { activeElement: at } = document
      if (at === null || at === document.body) content?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [])
}
