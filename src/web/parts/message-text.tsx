import { Fragment, type JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { formatCount } from '../data/format.ts'
import { highlight } from '../data/highlight.ts'
import { type Passage, passagesOf } from '../data/passages.ts'
import { FirstItems } from './first-items.tsx'
import { FoldedText, PlainText } from './text.tsx'
import { onNear } from './when-near.ts'

/** Code with syntax highlighting. */
export function CodeBlock({
  text,
  language = '',
}: {
  readonly text: string
  readonly language?: string
}): JSX.Element {
  const tokens = useMemo(() => highlight(text, language), [text, language])
  const [only] = tokens
  if (tokens.length < 2 || text.length > 4_000) {
    return (
      <code class="code">
        <FoldedText text={only?.kind === '' && tokens.length === 1 ? only.text : text} />
      </code>
    )
  }
  return (
    <code class="code">
      {tokens.map((token, index) => (
        <span key={index} class={token.kind}>
          <PlainText text={token.text} />
        </span>
      ))}
    </code>
  )
}

/** A formula. Its source shows until it is near the viewport, and if it cannot be typeset. */
function Formula({
  text,
  display = false,
}: {
  readonly text: string
  readonly display?: boolean
}): JSX.Element {
  const span = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { current: element } = span
    if (element === null) return
    let isUnmounted = false
    const stopWatching = onNear(element, () => {
      stopWatching()
      void import('./typeset.ts').then(({ typeset }) => {
        if (!isUnmounted) typeset(element, text, display)
      })
    })
    return () => {
      isUnmounted = true
      stopWatching()
    }
  }, [text, display])
  return (
    <span ref={span} class={display ? 'math display' : 'math'} key={text}>
      {text}
    </span>
  )
}

function PassageView({ passage }: { readonly passage: Passage }): JSX.Element {
  switch (passage.kind) {
    case 'thought':
      return (
        <details class="fold thought">
          <summary>
            Thought · {formatCount(passage.text.length)} characters
            {passage.isClosed ? '' : ' · not closed'}
          </summary>
          <FoldedText text={passage.text} />
        </details>
      )
    case 'code':
      return <CodeBlock text={passage.text} language={passage.language} />
    case 'math':
      return <Formula text={passage.text} display={passage.display} />
    case 'words':
      return <MarkdownText text={passage.text} />
  }
}

/** Markdown in longer texts is not rendered. */
const MARKDOWN_CHARACTERS_MAX = 4_000
const MARKDOWN = /`([^`\n]{1,300})`|\*\*([^*\n]{1,300})\*\*|^#{1,6} ([^\n]{1,200})$/gm

/** Text with the Markdown that prompts use: code, bold text and headings. */
function MarkdownText({ text }: { readonly text: string }): JSX.Element {
  const matches = text.length > MARKDOWN_CHARACTERS_MAX ? [] : [...text.matchAll(MARKDOWN)]
  if (matches.length === 0) return <FoldedText text={text} />
  const ends = [0, ...matches.map(({ index, 0: whole }) => index + whole.length)]
  return (
    <>
      {matches.map(({ index, 1: code, 2: bold, 3: heading }, at) => (
        <Fragment key={index}>
          <PlainText text={text.slice(ends[at], index)} />
          {code !== undefined && (
            <code class="mono">
              <PlainText text={code} />
            </code>
          )}
          {(bold ?? heading) !== undefined && (
            <b>
              <PlainText text={bold ?? heading ?? ''} />
            </b>
          )}
        </Fragment>
      ))}
      <PlainText text={text.slice(ends.at(-1))} />
    </>
  )
}

/** A message: text, folded thoughts, highlighted code, and typeset formulas. */
export function MessageText({ text }: { readonly text: string }): JSX.Element {
  const passages = useMemo(() => passagesOf(text), [text])
  return (
    <div class="message">
      <FirstItems items={passages} pageSize={60}>
        {(passage, index) => <PassageView key={index} passage={passage} />}
      </FirstItems>
    </div>
  )
}
