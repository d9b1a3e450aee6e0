/** The cause of a difference that is neither plain nor in the table: the run fails. */
export const UNJUDGED = 'not judged'

const SHOWN = 'the page shows less than is printed, or another form of it'
const CHANCE = 'drawn by chance'
const INPUT = 'the page worked on another input or had other definitions'
const TYPED = 'typed over several lines, or with a slip'

/** Differences that were looked at one by one, by page and line. */
const JUDGED: Readonly<Record<string, readonly string[]>> = {
  [SHOWN]: [
    'aoc/2021/03-binary-diagnostic.md:12',
    'aoc/2021/04-giant-squid.md:33',
    'aoc/2021/04-giant-squid.md:46',
    'aoc/2022/09.md:22',
    'aoc/2022/09.md:70',
    'aoc/2022/10.md:15',
    'aoc/2022/10.md:16',
    'aoc/2022/11.md:21',
    'aoc/2022/13.md:13',
    'aoc/2022/13.md:31',
    'aoc/2022/14.md:13',
    'aoc/2022/15.md:13',
    'aoc/2022/15.md:47',
    'aoc/2022/16.md:32',
    'aoc/2022/16.md:42',
    'aoc/2022/16.md:46',
    'aoc/2022/16.md:56',
    'aoc/2022/16.md:71',
    'aoc/2022/16.md:85',
    'aoc/2022/16.md:101',
    'aoc/2022/17.md:49',
    'essays/findingprimes.md:432',
    'rosetta/xmas-days.md:215',
    'rosetta/xmas-days.md:369',
    'rosetta/xmas-days.md:387',
  ],
  [CHANCE]: [
    'games/boggle.md:120',
    'games/boggle.md:223',
    'leetcode/53.md:105',
    'leetcode/976.md:28',
    'leetcode/976.md:30',
    'leetcode/976.md:34',
    'leetcode/976.md:36',
    'leetcode/976.md:45',
    'leetcode/976.md:64',
    'leetcode/976.md:68',
    'leetcode/976.md:79',
    'leetcode/976.md:82',
    'leetcode/976.md:125',
    'puzzles/100prisoners.md:62',
    'puzzles/100prisoners.md:64',
    'puzzles/100prisoners.md:66',
    'puzzles/100prisoners.md:75',
    'puzzles/100prisoners.md:78',
    'puzzles/100prisoners.md:89',
    'puzzles/100prisoners.md:112',
    'rosetta/abc-problem.md:169',
    'rosetta/abc-problem.md:181',
  ],
  [INPUT]: [
    'aoc/2021/02-dive.md:79',
    'aoc/2021/02-dive.md:86',
    'aoc/2021/02-dive.md:93',
    'aoc/2021/03-binary-diagnostic.md:104',
    'aoc/2021/03-binary-diagnostic.md:115',
    'aoc/2021/03-binary-diagnostic.md:121',
    'aoc/2021/03-binary-diagnostic.md:144',
    'aoc/2021/05-hydrothermal-venture.md:14',
    'aoc/2021/05-hydrothermal-venture.md:49',
    'aoc/2021/07-treachery-of-whales.md:133',
    'aoc/2021/08-seven-segment-search.md:12',
    'aoc/2021/08-seven-segment-search.md:24',
    'aoc/2021/08-seven-segment-search.md:98',
    'aoc/2021/08-seven-segment-search.md:112',
    'aoc/2021/08-seven-segment-search.md:120',
    'aoc/2022/07.md:18',
    'aoc/2022/07.md:72',
    'aoc/2022/07.md:98',
    'aoc/2022/07.md:148',
    'aoc/2022/07.md:182',
    'aoc/2022/18.md:102',
    'aoc/2022/18.md:170',
    'aoc/2022/18.md:192',
    'rosetta/xmas-days.md:228',
  ],
  [TYPED]: [
    'aoc/2021/03-binary-diagnostic.md:141',
    'games/klondike.md:102',
    'games/klondike.md:567',
    'rosetta/xmas-days.md:178',
  ],
}

const CAUSES = new Map(
  Object.entries(JUDGED).flatMap(([cause, places]) => places.map((place) => [place, cause])),
)

/** Why an entry of a page differs from what the page shows. */
export function causeOf(place: string, input: string, error: string | undefined): string {
  if (/^\\ts?\b/.test(input)) return 'timed'
  if (error === 'stop' || error === 'wsfull') return 'beyond the limits of the run'
  if (error === 'noaccess') return 'needs the network or a process'
  if (error !== undefined && /^\.?[a-zA-Z][\w.]*$/.test(error) && input.includes(error)) {
    return 'names what an entry before it should have made'
  }
  return CAUSES.get(place) ?? UNJUDGED
}
