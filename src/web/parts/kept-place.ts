import { useEffect } from 'preact/hooks'

/** How long a page may take to be as long as it was. */
const RESTORE_MS = 3_000
const KEPT_MAX = 200

/** Back and forward show a page where it was left, as soon as what it shows is there again. */
export function useKeptScroll(): void {
  useEffect(() => {
    const kept = new Map<string, number>()
    let shown = location.href
    let wanted: { readonly top: number; readonly untilMs: number } | undefined
    const keep = (): void => {
      if (wanted !== undefined || location.href !== shown) return
      kept.delete(shown)
      kept.set(shown, scrollY)
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    }
    const restore = (): void => {
      if (wanted === undefined) return
      scrollTo({ top: wanted.top, behavior: 'instant' })
      const isThere = Math.abs(scrollY - wanted.top) < 2
      if (isThere || performance.now() > wanted.untilMs) wanted = undefined
      else requestAnimationFrame(restore)
    }
    const back = (): void => {
      shown = location.href
      wanted = { top: kept.get(shown) ?? 0, untilMs: performance.now() + RESTORE_MS }
      requestAnimationFrame(restore)
    }
    // Who scrolls by hand is where they want to be.
    const stop = (): void => {
      wanted = undefined
      shown = location.href
    }
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    addEventListener('scroll', keep, { passive: true })
    addEventListener('popstate', back)
    for (const kind of STARTS) addEventListener(kind, stop, { capture: true, passive: true })
    return () => {
      history.scrollRestoration = before
      removeEventListener('scroll', keep)
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
