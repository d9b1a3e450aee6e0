import { type RandomStream, stream } from '../random.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Field } from './tables/fields.ts'
import { INDUSTRIES, INDUSTRY_HABITS, type Industry } from './tables/industries.ts'
import { type Exception, exceptionOf, type IndustryUsage, USAGE } from './tables/usage.ts'

/** The usual fields of each industry, and the kinds of department that differ from them. */
interface Conventions {
  usageOf(industry: Industry): IndustryUsage
  exceptionOf(industry: Industry, kind: DepartmentKind): Exception
}

const STANDARD: Conventions = { usageOf: (industry) => USAGE[industry], exceptionOf }

const drawn = new Map<number, Conventions>()
const DRAWN_MAX = 100

/**
 * The usual conventions, or other ones drawn from a seed. Drawn ones reorder the proofs of each
 * industry and move the exceptions to other kinds of department, so the usual ones do not help. The
 * locating numbers stay, because they follow from the business.
 */
export function conventionsOf(seed: number | undefined): Conventions {
  if (seed === undefined) return STANDARD
  const known = drawn.get(seed)
  if (known !== undefined) return known
  const made = drawConventions(seed)
  if (drawn.size >= DRAWN_MAX) drawn.clear()
  drawn.set(seed, made)
  return made
}

function drawConventions(seed: number): Conventions {
  const usages = new Map<Industry, IndustryUsage>()
  const exceptions = new Map<Industry, ReadonlyMap<DepartmentKind, Exception>>()
  for (const industry of INDUSTRIES) {
    const random = stream(seed, 0, `conventions/${industry}`)
    const usage = drawUsage(USAGE[industry], random)
    usages.set(industry, usage)
    exceptions.set(industry, drawExceptions(industry, usage, random))
  }
  return {
    usageOf: (industry) => usages.get(industry) ?? USAGE[industry],
    exceptionOf: (industry, kind) => exceptions.get(industry)?.get(kind) ?? {},
  }
}

/** All proofs of a usage, in order. */
export const proofsOf = ({ first, second, others, further }: IndustryUsage): readonly Field[] => [
  ...new Set([first, second, ...others, ...further]),
]

/** The same proofs in another order. */
function drawUsage(usage: IndustryUsage, random: RandomStream): IndustryUsage {
  const proofs = random.shuffle(proofsOf(usage))
  const at = (place: number): Field => proofs[place % proofs.length] as Field
  const further = [at(4), at(5)] as const
  return { ...usage, first: at(0), second: at(1), others: [at(2), at(3)], further }
}

/** Draws as many exceptions to the proofs as usual, for other kinds of department. */
function drawExceptions(
  industry: Industry,
  usage: IndustryUsage,
  random: RandomStream,
): ReadonlyMap<DepartmentKind, Exception> {
  const kinds = INDUSTRY_HABITS[industry].departments
  const usual = kinds.map((kind) => [kind, exceptionOf(industry, kind)] as const)
  const others = random.shuffle(kinds)
  const made = new Map<DepartmentKind, Exception>()
  const add = (kind: DepartmentKind, exception: Exception): void => {
    made.set(kind, { ...made.get(kind), ...exception })
  }
  for (const [kind, { main, first, second, provesRoutine }] of usual) {
    if (main !== undefined) add(kind, { main })
    if (first === undefined && second === undefined && provesRoutine === undefined) continue
    const other = others.pop()
    if (other === undefined) break
    const [one, two] = random.shuffle(
      proofsOf(usage).filter((field) => field !== usage.first && field !== usage.second),
    )
    add(other, {
      ...(first === undefined || one === undefined ? {} : { first: one }),
      ...(second === undefined || two === undefined ? {} : { second: two }),
      ...(provesRoutine === undefined ? {} : { provesRoutine }),
    })
  }
  return made
}
