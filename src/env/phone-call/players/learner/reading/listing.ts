import { type ListedDepartment, readDirectory } from './directory.ts'
import { makeSurvey, type Survey } from './survey.ts'

/**
 * What the directory has shown so far after one opening message. All rollouts that began with the
 * same words and had the same answers share it, and with it the survey that follows from them.
 */
export class Listing {
  /** In the order in which they were shown first. */
  readonly departments: readonly ListedDepartment[]
  readonly #company: string
  readonly #goalWords: readonly (readonly string[])[]
  readonly #next = new Map<string, Listing>()
  #survey: Survey | undefined

  constructor(
    company: string,
    goalWords: readonly (readonly string[])[],
    departments: readonly ListedDepartment[] = [],
  ) {
    this.#company = company
    this.#goalWords = goalWords
    this.departments = departments
  }

  /** What is listed after one more answer of the directory. */
  after(answer: string): Listing {
    const known = this.#next.get(answer)
    if (known !== undefined) return known
    const departments = [...this.departments]
    for (const entry of readDirectory(answer)) {
      const isNew = !departments.some((other) => other.phoneNumber === entry.phoneNumber)
      if (isNew) departments.push(entry)
    }
    const next = new Listing(this.#company, this.#goalWords, departments)
    this.#next.set(answer, next)
    return next
  }

  /** What the departments listed so far mean for this customer. */
  get survey(): Survey {
    this.#survey ??= makeSurvey(this.#company, this.#goalWords, this.departments)
    return this.#survey
  }
}
