import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** A tokenizer for q, for colours only. */
const Q = StreamLanguage.define<{ inText: boolean }>({
  name: 'q',
  startState: () => ({ inText: false }),
  token(stream, state) {
    if (state.inText || stream.eat('"') !== undefined) {
      state.inText = true
      while (!stream.eol()) {
        const next = stream.next()
        if (next === '\\') stream.next()
        if (next === '"') {
          state.inText = false
          break
        }
      }
      return 'string'
    }
    if ((stream.sol() || /\s/.test(stream.string[stream.pos - 1] ?? '')) && stream.eat('/')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match(/^`[\w.:/]*/)) return 'atom'
    if (stream.match(/^\d[\w.:]*/)) return 'number'
    if (stream.match(/^(?:select|update|exec|delete|from|by|where|each|over|scan|prior|peach)\b/)) {
      return 'keyword'
    }
    if (stream.match(/^[A-Za-z.][\w.]*/)) return 'variableName'
    stream.next()
    return null
  },
})

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.atom], color: 'var(--won)' },
  { tag: tags.number, color: 'var(--part)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
])

const THEME = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '.cm-content': { fontFamily: 'var(--mono)', minHeight: '90px', caretColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink-3)',
    border: 'none',
    fontFamily: 'var(--mono)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
})

export interface EditorHandle {
  /** Replaces the text if it differs. */
  setText(text: string): void
  destroy(): void
}

/**
 * Opens an editor in a shadow root. Its styles are then a style sheet of that root. The content
 * security policy would refuse a style element in the page.
 */
export function openEditor(
  element: HTMLElement,
  options: {
    readonly text: string
    readonly label: string
    readonly onChange: (text: string) => void
    readonly onRun: () => void
  },
): EditorHandle {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const container = document.createElement('div')
  root.replaceChildren(container)
  const runKey = keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        options.onRun()
        return true
      },
    },
  ])
  let isShowing = false
  const view = new EditorView({
    parent: container,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        runKey,
        lineNumbers(),
        history(),
        bracketMatching(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        Q,
        syntaxHighlighting(COLOURS),
        THEME,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isShowing) options.onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    setText(text) {
      const current = view.state.doc.toString()
      if (current === text) return
      isShowing = true
      view.dispatch({ changes: { from: 0, to: current.length, insert: text } })
      isShowing = false
    },
    destroy: () => view.destroy(),
  }
}
