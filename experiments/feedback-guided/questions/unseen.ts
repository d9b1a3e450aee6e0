import { barPlot } from '../../../src/train-bridge/plots/bar-plot.ts'
import { overSeeds } from '../../statistics/over-seeds.ts'
import { percent, table } from '../../statistics/text.ts'
import { armNamed, LABEL } from '../arms.ts'
import {
  barOf,
  endedRecords,
  type Findings,
  imageLink,
  type Part,
  STARTS,
  startName,
  USUAL,
} from './part.ts'

const ARMS = ['plain', 'guided', 'guided-clean', LABEL]
/** Arms of the figure, by the names of its bars. */
const SHOWN = [
  ['plain', 'plain'],
  ['guided-clean', 'guided'],
  [LABEL, 'label'],
] as const

/** Number of companies of the world, by the end of a condition's name. */
const WORLDS = [
  { ending: '', companies: 100 },
  { ending: '-400c', companies: 400 },
  { ending: '-1600c', companies: 1_600 },
] as const

const PLACES = STARTS.flatMap((start) =>
  WORLDS.map(({ ending, companies }) => ({ condition: `${start}${ending}`, companies })),
)

/** How much of the learned success transfers to companies that training never met. */
export function unseen(findings: Findings): Part {
  const rows = PLACES.flatMap(({ condition, companies }) =>
    ARMS.flatMap((arm) => {
      const armRecords = endedRecords(findings, condition, arm)
      if (armRecords.length === 0) return []
      const of = (measure: (record: (typeof armRecords)[number]) => number) =>
        overSeeds(armRecords.map(measure))
      return [
        [
          startName(condition),
          String(companies / 2),
          armNamed(arm).title,
          String(armRecords.length),
          percent(of(({ start }) => start.unseen)),
          percent(of(({ end }) => end.clean)),
          percent(of(({ end }) => end.unseen)),
          percent(of(({ end }) => end.clean - end.unseen)),
        ],
      ]
    }),
  )
  const head = ['start', 'companies met', 'arm', 'seeds', 'unseen, before', 'known, after']
  const figure = { file: 'unseen.svg', svg: plot(findings) }
  const text = [
    table([...head, 'unseen, after', 'known minus unseen'], rows),
    imageLink('Known and unseen companies', figure),
  ].join('\n\n')
  return { name: 'unseen', text, figures: [figure] }
}

function plot(findings: Findings): string {
  const groups = WORLDS.flatMap(({ ending, companies }) =>
    SHOWN.flatMap(([arm, title]) => {
      const armRecords = endedRecords(findings, `${USUAL}${ending}`, arm)
      if (armRecords.length === 0) return []
      const ends = [armRecords.map(({ end }) => end.clean), armRecords.map(({ end }) => end.unseen)]
      const mark = overSeeds(armRecords.map(({ ceilings }) => ceilings.unseen)).mean
      const name = `${title}, ${companies / 2}`
      return [{ name, bars: ends.map((values) => barOf(overSeeds(values))), mark }]
    }),
  )
  return barPlot({
    title: 'Known and unseen companies, start at about 2 %',
    label: 'arm, companies that training meets',
    y: { label: 'clean success', low: 0, high: 1, unit: 'percent' },
    series: ['companies met in training', 'unseen companies'],
    groups,
    markName: 'best first attempt',
  })
}
