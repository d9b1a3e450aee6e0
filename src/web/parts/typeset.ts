import katex from 'katex'
import 'katex/dist/katex.min.css'

/** Renders a formula into an element, or as text if it is invalid. It trusts no input. */
export function typeset(element: HTMLElement, text: string, displayMode: boolean): void {
  try {
    katex.render(text, element, {
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
      output: 'html',
    })
    element.setAttribute('role', 'img')
    element.setAttribute('aria-label', text)
  } catch {
    element.textContent = text
  }
}
