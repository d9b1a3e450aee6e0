/** Guards that plots are well-formed and deterministic, and that they escape every text. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BarPlot, barPlot } from './bar-plot.ts'
import { type LinePlot, linePlot } from './line-plot.ts'
import { createScale } from './scale.ts'
import { coordinate, element, escaped, text } from './svg.ts'

const lines: LinePlot = {
  title: 'Success',
  x: { label: 'tasks drawn' },
  y: { label: 'success', low: 0, high: 1, unit: 'percent' },
  series: [
    {
      name: 'plain',
      points: [
        { x: 0, y: 0.25, low: 0.1, high: 0.4 },
        { x: 100, y: 0.5, low: 0.4, high: 0.6 },
      ],
    },
  ],
  levels: [{ name: 'ceiling', value: 0.855 }],
}

const bars: BarPlot = {
  title: 'By level',
  label: 'level',
  y: { label: 'success', low: 0, high: 1, unit: 'percent' },
  series: ['clean', 'guided'],
  groups: [
    { name: 'all', bars: [{ value: 0.5, low: 0.4, high: 0.6 }, null], mark: 0.9 },
    { name: '1', bars: [{ value: 1 }, { value: 0.25 }] },
  ],
  markName: 'ceiling',
}

/** Parses markup strictly enough for the plots; throws if it is malformed. */
function readXml(markup: string): { readonly names: string[]; readonly texts: string[] } {
  const names: string[] = []
  const texts: string[] = []
  const open: string[] = []
  const pattern = /<(\/?)([a-z]+)((?: [A-Za-z0-9:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy
  let end = 0
  for (const match of markup.matchAll(pattern)) {
    end = match.index + match[0].length
    const [, closing, name = '', , single, content] = match
    if (content !== undefined) texts.push(content)
    else if (closing === '/') expect(open.pop()).toBe(name)
    else {
      names.push(name)
      if (single !== '/') open.push(name)
    }
  }
  expect(end).toBe(markup.length)
  expect(open).toEqual([])
  for (const content of texts) expect(content).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/)
  return { names, texts }
}

describe('a plot', () => {
  it.each([
    ['lines', linePlot(lines), linePlot(structuredClone(lines))],
    ['bars', barPlot(bars), barPlot(structuredClone(bars))],
  ])('of %s is one well-formed document, the same every time, for both grounds', (_, one, two) => {
    expect(one).toBe(two)
    expect(one).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 760 \d+"/)
    expect(one).toContain('@media (prefers-color-scheme:dark)')
    expect(readXml(one).names.filter((name) => name === 'svg')).toHaveLength(1)
  })

  it('draws a line, its band and its ceiling at their values', () => {
    const svg = linePlot(lines)
    expect(svg).toContain('class="l s0" d="M64 269L740 194"')
    expect(svg).toContain('class="f band s0" d="M64 224L740 164L740 224L64 314Z"')
    expect(svg).toContain('class="ceiling" x1="64" x2="740" y1="87.5" y2="87.5"')
    expect(svg).toContain('ceiling: 85.5 %')
  })

  it('gives a series the same colour in every plot', () => {
    const [series = { name: '', points: [] }] = lines.series
    expect(linePlot({ ...lines, series: [{ ...series, colour: 7 }] })).toContain('class="l s7"')
    const svg = barPlot({ ...bars, colours: [2, 9] })
    expect(svg).toContain('class="f s2"')
    expect(svg).toContain('class="f s9"')
    expect(svg).not.toMatch(/class="f s[01]"/)
  })

  it('omits missing bars, and draws whiskers and marks', () => {
    const { names } = readXml(barPlot(bars))
    const svg = barPlot(bars)
    expect(svg.match(/class="f s\d" x="\d/g)).toHaveLength(3 + 2)
    expect(svg.match(/class="whisker"/g)).toHaveLength(1)
    expect(svg.match(/<line class="ceiling"/g)).toHaveLength(1)
    expect(names).toContain('rect')
  })

  it('can be drawn without data', () => {
    readXml(linePlot({ ...lines, series: [], levels: [] }))
    readXml(linePlot({ ...lines, series: [{ name: 'none', points: [] }] }))
    readXml(barPlot({ ...bars, groups: [] }))
  })

  it('refuses numbers that are not finite', () => {
    const points = [{ x: Number.NaN, y: 1 }]
    expect(() => linePlot({ ...lines, series: [{ name: 'a', points }] })).toThrow(RangeError)
    expect(() => coordinate(Number.POSITIVE_INFINITY)).toThrow(RangeError)
  })

  it('keeps every text within the plot', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(hostile, fc.constantFrom('</text><script>', '"\' onload="', '&#x3c;'), (a, b) => {
        const name = `${a}${b}`
        const series = lines.series.map((one) => ({ ...one, name }))
        const y = { ...lines.y, label: name }
        const { names } = readXml(linePlot({ ...lines, title: name, y, series }))
        readXml(barPlot({ ...bars, title: name, label: name, series: [name, name] }))
        expect(new Set(names)).not.toContain('script')
      }),
    )
  })
})

describe('markup', () => {
  it('is escaped in texts and attributes, and has only characters of XML', () => {
    const node = element('a', { b: '"<&>\'', c: undefined, d: -0.001 }, text('<i>&\u0000\ud800'))
    expect(node.markup).toBe('<a b="&quot;&lt;&amp;&gt;&#39;" d="0">&lt;i&gt;&amp;\ufffd\ufffd</a>')
    expect(escaped('a\tb\n😀')).toBe('a\tb\n😀')
  })
})

describe('a scale', () => {
  it.each([
    [[0, 4_860], 'number', ['0', '1,000', '2,000', '3,000', '4,000', '5,000']],
    [[0.13, 0.52], 'percent', ['10 %', '20 %', '30 %', '40 %', '50 %', '60 %']],
    [[-3, 4], 'number', ['−4', '−2', '0', '2', '4']],
    [[0.001, 0.006], 'number', ['0.001', '0.002', '0.003', '0.004', '0.005', '0.006']],
  ] as const)('of %j has marks at round numbers', (values, unit, shown) => {
    const scale = createScale({ label: 'x', unit }, values)
    expect(scale.ticks.map((tick) => scale.show(tick))).toEqual(shown)
  })

  it('keeps the order of its values, and clamps values outside it', () => {
    const numbers = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(numbers, (values) => {
        const scale = createScale({ label: 'x' }, values)
        expect(scale.low).toBeLessThanOrEqual(Math.min(...values))
        expect(scale.high).toBeGreaterThanOrEqual(Math.max(...values))
        expect(scale.ticks.length).toBeGreaterThan(1)
        expect(scale.ticks.length).toBeLessThan(20)
        const sorted = values.toSorted((left, right) => left - right).map(scale.at)
        expect(sorted).toEqual(sorted.toSorted((left, right) => left - right))
      }),
    )
    const fixed = createScale({ label: 'x', low: 0, high: 1 }, [])
    expect([fixed.at(-1), fixed.at(0.25), fixed.at(2)]).toEqual([0, 0.25, 1])
  })
})
