import { industryOf, kindNamed } from '../../survey.ts'
import type { ListedDepartment } from './directory.ts'

/** A listed department as the policy weighs it. */
export interface Candidate {
  readonly department: ListedDepartment
  /** Whether it is of the company that the customer speaks of. */
  readonly isOwn: boolean
  /** What its name says it does; the name itself where that is not a usual one. */
  readonly kind: string
}

/** The listed department whose own words fit a goal best. */
interface Target {
  /** Place among the candidates, or -1 where no word fits. */
  readonly candidate: number
  readonly kind: string
  readonly score: number
}

/** What the directory's answers mean for this customer. */
export interface Survey {
  /** Tells it from every other survey of this process. */
  readonly number: number
  readonly industry: string
  readonly candidates: readonly Candidate[]
  /** Whether a department of the customer's company is listed. */
  readonly isFound: boolean
  /** One for each goal, in order. */
  readonly targets: readonly Target[]
  /** How many goals no listed department fits. */
  readonly unfound: number
}

let surveys = 0

/**
 * Weighs the departments listed so far against what the customer wants, by their words alone.
 *
 * @param goalWords what each goal says, in words
 */
export function makeSurvey(
  company: string,
  goalWords: readonly (readonly string[])[],
  departments: readonly ListedDepartment[],
): Survey {
  surveys += 1
  const number = surveys
  const candidates = departments.map((department) => ({
    department,
    isOwn: department.company === company,
    kind: kindNamed(department.name) ?? department.name,
  }))
  const own = candidates.filter(({ isOwn }) => isOwn)
  const rarity = (word: string): number => {
    let count = 0
    for (const { department } of own) if (department.words.has(word)) count += 1
    return count === 0 ? 0 : 1 / count
  }
  const targets = goalWords.map((words) => bestOf(words, candidates, rarity))
  return {
    number,
    industry: industryOf(company) ?? 'unknown',
    candidates,
    isFound: own.length > 0,
    targets,
    unfound: targets.filter(({ candidate }) => candidate < 0).length,
  }
}

function bestOf(
  words: readonly string[],
  candidates: readonly Candidate[],
  rarity: (word: string) => number,
): Target {
  const weights = words.map(rarity)
  let best: Target = { candidate: -1, kind: 'none', score: 0 }
  candidates.forEach(({ department, isOwn, kind }, candidate) => {
    if (!isOwn) return
    let score = 0
    words.forEach((word, index) => {
      if (department.words.has(word)) score += weights[index] as number
    })
    if (score > best.score) best = { candidate, kind, score }
  })
  return best
}
