/** What to do once an element comes near the part of the page that is seen. */
const waiting = new WeakMap<Element, () => void>()

/** How far off is near: what is scrolled to should be there already. */
const NEAR = '600px 0px'

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.()
  },
  { rootMargin: NEAR },
)

/**
 * Acts each time an element comes near, and at once if it is.
 *
 * @returns the way to stop it
 */
export function whenNear(element: Element, act: () => void): () => void {
  waiting.set(element, act)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer.unobserve(element)
  }
}
