import katex from 'katex'
import 'katex/dist/katex.min.css'

/** Draws a formula into an element, as text where it cannot be read. Nothing in it is trusted. */
export function typeset(place: HTMLElement, text: string, displayMode: boolean): void {
  try {
    katex.render(text, place, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
      output: 'html',
    })
    place.setAttribute('role', 'img')
    place.setAttribute('aria-label', text)
  } catch {
    place.textContent = text
  }
}
