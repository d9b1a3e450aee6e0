import { useEffect } from 'preact/hooks'

/** How long a page may take to be as long as it was. */
const RESTORE_MS = 3_000
const KEPT_MAX = 200

/** How far the page and the scrollers in it are scrolled, by name. */
type Places = ReadonlyMap<string, number>

const PAGE = 'html'
const AT_TOP: Places = new Map([[PAGE, 0]])

/** A scroller by its classes, and which of those that have them. */
function nameOf(place: Element): string {
  if (place === document.documentElement) return PAGE
  const selector = place.tagName + [...place.classList].map((name) => `.${name}`).join('')
  return `${selector} ${[...document.querySelectorAll(selector)].indexOf(place)}`
}

/** Scrolls there; whether that was possible. */
function scrolled(name: string, top: number): boolean {
  const [selector = '', at = '0'] = name.split(' ')
  const place = document.querySelectorAll(selector)[Number(at)]
  place?.scrollTo({ top, behavior: 'instant' })
  return place !== undefined && Math.abs(place.scrollTop - top) < 2
}

/** Back and forward show a page where it was left, as soon as what it shows is there again. */
export function useKeptScroll(): void {
  useEffect(() => {
    const kept = new Map<string, Places>()
    let shown = location.href
    let wanted: { readonly places: Places; readonly untilMs: number } | undefined
    const keep = ({ target }: Event): void => {
      if (wanted !== undefined || location.href !== shown) return
      const places = new Map(kept.get(shown))
      const place = target instanceof Element ? target : document.documentElement
      places.set(nameOf(place), place.scrollTop)
      kept.delete(shown)
      kept.set(shown, places)
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    }
    const restore = (): void => {
      if (wanted === undefined) return
      const isThere = [...wanted.places].map(([name, top]) => scrolled(name, top)).every(Boolean)
      if (isThere || performance.now() > wanted.untilMs) wanted = undefined
      else requestAnimationFrame(restore)
    }
    const back = (): void => {
      shown = location.href
      wanted = { places: kept.get(shown) ?? AT_TOP, untilMs: performance.now() + RESTORE_MS }
      requestAnimationFrame(restore)
    }
    // Who scrolls by hand is where they want to be.
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

/** What a person does to scroll. */
const STARTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Where what had the focus is gone, the content has it: keys go on from there. */
export function useKeptFocus(): void {
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
