import { Fragment, type JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { truncate, wordBoundaryBefore } from '../data/clip.ts'
import { formatCount } from '../data/format.ts'
import { type Piece, revealInvisible } from '../data/visible.ts'

/** The characters and lines of a long text that show at first. */
const INITIAL_CHARACTERS = 4_000
const INITIAL_LINES = 120
/** Each click shows this many more characters, which a browser lays out without a pause. */
const MORE_CHARACTERS = 100_000
/** Longer lines are split, because browsers take seconds to lay out a very long line. */
const LINE_CHARACTERS_MAX = 2_000

/** `PlainText` cuts longer texts. `FoldedText` shows them in parts. */
const PLAIN_CHARACTERS_MAX = LINE_CHARACTERS_MAX
/** In texts with more pieces, codes of invisible characters are plain text without tooltips. */
const STYLED_PIECES_MAX = 40

/** Untrusted text. Markup in it is not interpreted, and invisible characters show as codes. */
export function PlainText({ text }: { readonly text: string }): JSX.Element {
  const pieces = useMemo(() => {
    const end = cutOffset(text, PLAIN_CHARACTERS_MAX, Number.POSITIVE_INFINITY)
    const shown = revealInvisible(text.slice(0, end))
    if (end === text.length) return shown
    return [...shown, { text: ` … ${formatCount(text.length - end)} characters more` }]
  }, [text])
  if (pieces.length > STYLED_PIECES_MAX) return <>{pieces.map(pieceText).join('')}</>
  return (
    <>
      {pieces.map((piece, index) =>
        'text' in piece ? (
          piece.text
        ) : (
          <span key={index} class="invisible-code" title={piece.name}>
            ⟨{piece.code}⟩
          </span>
        ),
      )}
    </>
  )
}

const pieceText = (piece: Piece): string => ('text' in piece ? piece.text : `⟨${piece.code}⟩`)

/** The offset at which to cut a text, so that it stays within both limits. */
function cutOffset(text: string, charactersMax: number, linesMax: number): number {
  let at = -1
  for (let line = 0; line < linesMax; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at > charactersMax) break
  }
  const end = at === -1 ? charactersMax : Math.min(at, charactersMax)
  return wordBoundaryBefore(text, end)
}

/** Untrusted text that is cut between words. A tooltip has the full text. */
export function TruncatedText({
  text,
  charactersMax,
}: {
  readonly text: string
  readonly charactersMax: number
}): JSX.Element {
  const beginning = truncate(text, charactersMax)
  if (beginning === text) return <PlainText text={text} />
  return (
    <span title={text}>
      <PlainText text={beginning} />
    </span>
  )
}

/** A longer part may break, so that it fits a phone. */
const UNBROKEN_CHARACTERS_MAX = 30

/** A list in words, such as `Mon-Fri 9:00-17:00, Sat 9:00-14:00`, that breaks between its items. */
export function UnbrokenParts({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/(?<=,) /)
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span class={part.length > UNBROKEN_CHARACTERS_MAX ? '' : 'nowrap'}>
            <PlainText text={part} />
          </span>
        </Fragment>
      ))}
    </>
  )
}

/** Splits a text into parts that a browser can lay out separately. */
function splitForLayout(text: string): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + LINE_CHARACTERS_MAX)
    const line = text.lastIndexOf('\n', to - 1)
    if (to < text.length && line >= from) to = line + 1
    found.push(text.slice(from, to))
    from = to
  }
  return found
}

/** Untrusted text of any length. Only its beginning shows at first, with a button for more. */
export function FoldedText({
  text,
  initialCharacters = INITIAL_CHARACTERS,
}: {
  readonly text: string
  readonly initialCharacters?: number
}): JSX.Element {
  const [visibleCharacters, setVisibleCharacters] = useState(0)
  const linesMax = visibleCharacters === 0 ? INITIAL_LINES : Number.POSITIVE_INFINITY
  const end = cutOffset(
    text,
    visibleCharacters === 0 ? initialCharacters : visibleCharacters,
    linesMax,
  )
  const parts = useMemo(() => splitForLayout(text.slice(0, end)), [text, end])
  return (
    <>
      {parts.length < 2 ? (
        <PlainText text={parts[0] ?? ''} />
      ) : (
        parts.map((part, index) => (
          <span key={index} class="text-part">
            <PlainText text={part} />
          </span>
        ))
      )}
      {end < text.length && (
        <button
          type="button"
          class="more"
          onClick={() => setVisibleCharacters(Math.max(end, visibleCharacters) + MORE_CHARACTERS)}
        >
          {text.length - end <= MORE_CHARACTERS
            ? `Show all ${formatCount(text.length)} characters`
            : `Show ${formatCount(MORE_CHARACTERS)} more of ${formatCount(text.length)} characters`}
        </button>
      )}
    </>
  )
}

/** A description in which passages between backticks are code. */
export function DescriptionText({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split('`')
  // A backtick without a partner is an ordinary character.
  if (parts.length % 2 === 0) return <FoldedText text={text} />
  return (
    <>
      {parts.map((part, index) => {
        const shown = <FoldedText key={index} text={part} />
        return index % 2 === 1 ? <code key={index}>{shown}</code> : shown
      })}
    </>
  )
}
