import { barPlot } from '../../../src/train-bridge/plots/bar-plot.ts'
import { type MeanOverSeeds, overSeeds } from '../../statistics/over-seeds.ts'
import { percent, table } from '../../statistics/text.ts'
import { armNamed, colourOf, LABEL } from '../arms.ts'
import { solvedBy } from '../compare.ts'
import type { RunRecord, Standing } from '../one-run.ts'
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
/** Maximum number of critiques shown; 0 is the clean prompt. */
const CRITIQUES = [0, 1, 4]

/** The grey of the palette, because there is no arm before training. */
const BEFORE_COLOUR = 5

/** The policies of a condition before training, or after training with an arm. */
interface Policies {
  readonly title: string
  readonly standings: readonly Standing[]
}

function comparePolicies(findings: Findings, condition: string): Policies[] {
  const starts = endedRecords(findings, condition, 'plain').map(({ start }) => start)
  const trained = ARMS.map((arm) => {
    const standings = endedRecords(findings, condition, arm).map(({ end }: RunRecord) => end)
    return { title: armNamed(arm).title, standings }
  })
  return [{ title: 'before training', standings: starts }, ...trained]
}

const solvedWithin = ({ standings }: Policies, critiques: number): MeanOverSeeds =>
  overSeeds(standings.map((end) => (critiques === 0 ? end.clean : solvedBy({ end }, critiques))))

/** The share of success with one critique that remains without any. */
const keptShare = ({ standings }: Policies): MeanOverSeeds =>
  overSeeds(standings.map((end) => solvedBy({ end }, 0) / Math.max(solvedBy({ end }, 1), 0.001)))

/** Whether success gained with critiques remains without them. */
export function internalise(findings: Findings): Part {
  const rows = STARTS.flatMap((condition) =>
    comparePolicies(findings, condition)
      .filter(({ standings }) => standings.length > 0)
      .map((policies) => [
        startName(condition),
        policies.title,
        String(policies.standings.length),
        ...CRITIQUES.map((critiques) => percent(solvedWithin(policies, critiques))),
        percent(keptShare(policies)),
      ]),
  )
  const head = [
    'start',
    'policy',
    'seeds',
    'clean',
    '≤ 1 critique',
    '≤ 4 critiques',
    'kept without',
  ]
  const figure = { file: 'internalise.svg', svg: plot(comparePolicies(findings, USUAL)) }
  const text = [table(head, rows), imageLink('Success with and without critiques', figure)].join(
    '\n\n',
  )
  return { name: 'internalise', text, figures: [figure] }
}

const plot = (policies: readonly Policies[]): string =>
  barPlot({
    title: 'Success with and without critiques, start at about 2 %',
    label: 'critiques that may be shown',
    y: { label: 'success', low: 0, high: 1, unit: 'percent' },
    series: policies.map(({ title }) => title),
    colours: [BEFORE_COLOUR, ...ARMS.map(colourOf)],
    groups: CRITIQUES.map((critiques) => ({
      name: critiques === 0 ? 'none (clean)' : `up to ${critiques}`,
      bars: policies.map((one) => barOf(solvedWithin(one, critiques))),
    })),
  })
