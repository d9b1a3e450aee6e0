import { Fragment, type JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { count } from '../data/format.ts'
import { highlight } from '../data/highlight.ts'
import { type Passage, passagesOf } from '../data/passages.ts'
import { Some } from './some.tsx'
import { LongText, Plain } from './text.tsx'
import { whenNear } from './when-near.ts'

/** Code, coloured by its language. */
export function Code({
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
        <LongText text={only?.kind === '' && tokens.length === 1 ? only.text : text} />
      </code>
    )
  }
  return (
    <code class="code">
      {tokens.map((token, index) => (
        <span key={index} class={token.kind}>
          <Plain text={token.text} />
        </span>
      ))}
    </code>
  )
}

/** A formula; its source as text until it comes near, and wherever it cannot be typeset. */
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
    let isGone = false
    const stop = whenNear(element, () => {
      stop()
      void import('./typeset.ts').then(({ typeset }) => {
        if (!isGone) typeset(element, text, display)
      })
    })
    return () => {
      isGone = true
      stop()
    }
  }, [text, display])
  return (
    <span ref={span} class={display ? 'math display' : 'math'} key={text}>
      {text}
    </span>
  )
}

function Part({ passage }: { readonly passage: Passage }): JSX.Element {
  switch (passage.kind) {
    case 'thought':
      return (
        <details class="fold thought">
          <summary>
            Thought · {count(passage.text.length)} characters
            {passage.isClosed ? '' : ' · not closed'}
          </summary>
          <LongText text={passage.text} />
        </details>
      )
    case 'code':
      return <Code text={passage.text} language={passage.language} />
    case 'math':
      return <Formula text={passage.text} display={passage.display} />
    case 'words':
      return <Words text={passage.text} />
  }
}

/** Longer texts are no prose that anybody set by hand. */
const MARKED_CHARACTERS_MAX = 4_000
const MARKS = /`([^`\n]{1,300})`|\*\*([^*\n]{1,300})\*\*|^#{1,6} ([^\n]{1,200})$/gm

/** Words with the marks of Markdown that prompts use: code, bold words and headings. */
function Words({ text }: { readonly text: string }): JSX.Element {
  const marks = text.length > MARKED_CHARACTERS_MAX ? [] : [...text.matchAll(MARKS)]
  if (marks.length === 0) return <LongText text={text} />
  const ends = [0, ...marks.map(({ index, 0: whole }) => index + whole.length)]
  return (
    <>
      {marks.map(({ index, 1: code, 2: bold, 3: heading }, at) => (
        <Fragment key={index}>
          <Plain text={text.slice(ends[at], index)} />
          {code !== undefined && (
            <code class="m">
              <Plain text={code} />
            </code>
          )}
          {(bold ?? heading) !== undefined && (
            <b>
              <Plain text={bold ?? heading ?? ''} />
            </b>
          )}
        </Fragment>
      ))}
      <Plain text={text.slice(ends.at(-1))} />
    </>
  )
}

/** A message: plain words, folded thoughts, coloured code, and typeset formulas. */
export function MessageText({ text }: { readonly text: string }): JSX.Element {
  const passages = useMemo(() => passagesOf(text), [text])
  return (
    <div class="say">
      <Some of={passages} first={60}>
        {(passage, index) => <Part key={index} passage={passage} />}
      </Some>
    </div>
  )
}
