import type { JSX } from 'preact'

/** Paths in a square of 16 by 16. */
const SHAPES = {
  search: ['M7 2.8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4', 'm10.2 10.2 3.3 3.3'],
  form: ['M4.5 2h7l1.5 1.5v9l-1.5 1.5h-7L3 12.5v-9Z', 'M5.5 5.5h5M5.5 8h5M5.5 10.5h3'],
  phone: ['M3 3.5C3 9 7 13 12.5 13l1-2.6-3-1.4-1.2 1.3C7.6 9.6 6.4 8.4 5.7 6.7L7 5.5 5.6 2.5Z'],
  say: ['M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2Z'],
  tutor: ['M2 6.5 8 3.5l6 3-6 3Z', 'M4.5 8v3c2 1.5 5 1.5 7 0V8'],
  code: ['m5.5 4.5-3.5 3.5 3.5 3.5', 'm10.5 4.5 3.5 3.5-3.5 3.5'],
  tool: ['M9.5 3a3.2 3.2 0 0 0-4 4L2.5 10v3.5H6l3-3a3.2 3.2 0 0 0 4-4l-2 2-2-.5-.5-2Z'],
  ok: ['m3 8.5 3.3 3.3L13 4.8'],
  no: ['m4 4 8 8M12 4l-8 8'],
  dash: ['M4 8h8'],
  half: ['M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10', 'M8 3v10M8 5.5h3.5M8 8h5M8 10.5h3.5'],
  playing: ['M5 3.5v9l7-4.5Z'],
  pause: ['M5.5 3.5v9M10.5 3.5v9'],
  fork: [
    'M4 2a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
    'M4 11a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
    'M12 4a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
    'M4 5v6M12 7c0 3-8 1.5-8 4',
  ],
  shield: ['M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4Z', 'm5.7 8 1.7 1.7 3-3.2'],
  broken: ['M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4Z', 'm6 6 4 4M10 6l-4 4'],
  columns: [
    'M3 3h3a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1',
    'M10 3h3a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1',
  ],
  copy: [
    'M6 5h6a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1',
    'M3 11V3a1 1 0 0 1 1-1h6',
  ],
  eye: [
    'M1.5 8s2.4-4 6.5-4 6.5 4 6.5 4-2.4 4-6.5 4-6.5-4-6.5-4Z',
    'M8 6.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 1 0 0-3.4',
  ],
  moon: ['M13 9.5A5.5 5.5 0 1 1 6.5 3 4.5 4.5 0 0 0 13 9.5Z'],
  sun: [
    'M8 5.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 1 0 0-5.4',
    'M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  ],
  save: ['M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10'],
} as const

export type IconName = keyof typeof SHAPES

/** A decorative drawing beside a text, hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[name].map((shape) => (
        <path key={shape} d={shape} />
      ))}
    </svg>
  )
}
