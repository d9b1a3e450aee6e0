import type { JSX } from 'preact'

/**
 * A link to a section of the same page. The router handles clicks on links, and does not scroll to
 * a section by itself.
 */
export const SectionLink = ({
  id,
  text,
  onOpen,
}: {
  readonly id: string
  readonly text: string
  readonly onOpen?: () => void
}): JSX.Element => (
  <a
    href={`#${id}`}
    onClick={() => {
      onOpen?.()
      document.getElementById(id)?.scrollIntoView()
    }}
  >
    {text}
  </a>
)
