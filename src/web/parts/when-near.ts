/** The callbacks of elements that have not come near the viewport yet. */
const waiting = new WeakMap<Element, () => void>()

/** The distance in pixels at which content loads before it is scrolled into view. */
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
