/**
 * Colours for light and dark backgrounds. The first six are distinguishable for colour-blind people
 * (after Okabe and Ito 2008). No two series share both colour and dashes.
 */
const COLOURS: readonly (readonly [light: string, dark: string])[] = [
  ['#0072b2', '#56b4e9'],
  ['#d55e00', '#f0883e'],
  ['#007f5c', '#2fc296'],
  ['#a8427f', '#e39ac6'],
  ['#8a6d00', '#f0e442'],
  ['#57606a', '#afb8c1'],
  ['#b42318', '#ff8a80'],
  ['#5b3fc4', '#b39dff'],
  ['#0b7285', '#66d9e8'],
  ['#7f4f24', '#d4a373'],
  ['#5c7a00', '#b5d33d'],
  ['#c2255c', '#faa2c1'],
  ['#3a5a40', '#95d5b2'],
  ['#343a9b', '#a5b4fc'],
  ['#9c5700', '#ffc078'],
  ['#006d77', '#83c5be'],
  ['#6a040f', '#ffb3c1'],
]

/** Dash patterns, so that lines also differ without colour. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '12 4', '4 4']

export const seriesClass = (index: number): string => `s${index % COLOURS.length}`
export const seriesDash = (index: number): string | undefined =>
  DASHES[(index + Math.floor(index / DASHES.length)) % DASHES.length] || undefined

/**
 * The style sheet of every plot. The background is drawn too, so a plot is readable on light and
 * dark pages.
 */
export function styleSheet(): string {
  return `${SHAPES}${colours(0)}@media (prefers-color-scheme:dark){${colours(1)}}`
}

const SHAPES =
  'text{font:12px system-ui,sans-serif}.title{font-size:15px;font-weight:600}' +
  '.l{fill:none;stroke-width:2}.band{opacity:.18}.ceiling{stroke-dasharray:3 3}'

function colours(theme: 0 | 1): string {
  const [ground, ink, faint] = [
    ['#ffffff', '#1f2328', '#d1d9e0'],
    ['#0d1117', '#e6edf3', '#3d444d'],
  ][theme] as [string, string, string]
  const series = COLOURS.map((pair, index) => {
    const [name, colour] = [seriesClass(index), pair[theme]]
    return `.l.${name}{stroke:${colour}}.f.${name}{fill:${colour}}`
  })
  return (
    `.ground{fill:${ground}}text{fill:${ink}}.grid{stroke:${faint}}` +
    `.axis,.whisker,.ceiling{stroke:${ink}}${series.join('')}`
  )
}
