/** The callbacks of elements that have not come near the viewport yet. */
const callbacks = new WeakMap<Element, () => void>()

/** The distance in pixels at which content loads before it is scrolled into view. */
const NEAR_MARGIN = '600px 0px'

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) callbacks.get(target)?.()
  },
  { rootMargin: NEAR_MARGIN },
)

/**
 * Calls back each time an element comes near the viewport, and at once if it is near.
 *
 * @returns a function that stops it
 */
export function onNear(element: Element, callback: () => void): () => void {
  callbacks.set(element, callback)
  observer.observe(element)
  return () => {
    callbacks.delete(element)
    observer.unobserve(element)
  }
}
