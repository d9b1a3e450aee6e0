import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { clipped, wordEnd } from '../data/clip.ts'
import { count } from '../data/format.ts'
import { type Piece, visible } from '../data/visible.ts'

/** Characters and lines that are shown before somebody asks for more. */
const FIRST_CHARACTERS = 4_000
const FIRST_LINES = 120
/** How much more each time: as much as a browser lays out in a blink, whatever the letters are. */
const MORE_CHARACTERS = 100_000
/** Longer lines are broken, since browsers take seconds for a line of a million letters. */
const LINE_CHARACTERS_MAX = 2_000

/** Names and other short texts are cut here. `LongText` shows long texts in parts. */
const PLAIN_CHARACTERS_MAX = LINE_CHARACTERS_MAX
/** With more of them, characters that are shown by their code are no elements of their own. */
const MARKED_PIECES_MAX = 40

/** Words of others, letter by letter: never markup, nothing invisible. */
export function Plain({ text }: { readonly text: string }): JSX.Element {
  const pieces = useMemo(() => {
    const end = cutAt(text, PLAIN_CHARACTERS_MAX, Number.POSITIVE_INFINITY)
    const shown = visible(text.slice(0, end))
    if (end === text.length) return shown
    return [...shown, { text: ` … ${count(text.length - end)} characters more` }]
  }, [text])
  if (pieces.length > MARKED_PIECES_MAX) return <>{pieces.map(wordsOf).join('')}</>
  return (
    <>
      {pieces.map((piece, index) =>
        'text' in piece ? (
          piece.text
        ) : (
          <span key={index} class="ctl" title={piece.name}>
            ⟨{piece.code}⟩
          </span>
        ),
      )}
    </>
  )
}

const wordsOf = (piece: Piece): string => ('text' in piece ? piece.text : `⟨${piece.code}⟩`)

/** The offset at which to cut a text, so that at most so many characters or lines show. */
function cutAt(text: string, charactersMax: number, linesMax: number): number {
  let at = -1
  for (let line = 0; line < linesMax; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at > charactersMax) break
  }
  const end = at === -1 ? charactersMax : Math.min(at, charactersMax)
  return wordEnd(text, end)
}

/** A short text of others in a narrow place: cut between words, with the full text as a tooltip. */
export function Clipped({
  text,
  charactersMax,
}: {
  readonly text: string
  readonly charactersMax: number
}): JSX.Element {
  const beginning = clipped(text, charactersMax)
  if (beginning === text) return <Plain text={text} />
  return (
    <span title={text}>
      <Plain text={beginning} />
    </span>
  )
}

/** A text in stretches that a browser can lay out one by one. */
function stretches(text: string): string[] {
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

/** Words of others of any length: cut, with the whole of it for the asking. */
export function LongText({
  text,
  first = FIRST_CHARACTERS,
}: {
  readonly text: string
  readonly first?: number
}): JSX.Element {
  const [shown, setShown] = useState(0)
  const linesMax = shown === 0 ? FIRST_LINES : Number.POSITIVE_INFINITY
  const end = cutAt(text, shown === 0 ? first : shown, linesMax)
  const parts = useMemo(() => stretches(text.slice(0, end)), [text, end])
  return (
    <>
      {parts.length < 2 ? (
        <Plain text={parts[0] ?? ''} />
      ) : (
        parts.map((part, index) => (
          <span key={index} class="stretch">
            <Plain text={part} />
          </span>
        ))
      )}
      {end < text.length && (
        <button
          type="button"
          class="more"
          onClick={() => setShown(Math.max(end, shown) + MORE_CHARACTERS)}
        >
          {text.length - end <= MORE_CHARACTERS
            ? `Show all ${count(text.length)} characters`
            : `Show ${count(MORE_CHARACTERS)} more of ${count(text.length)} characters`}
        </button>
      )}
    </>
  )
}
