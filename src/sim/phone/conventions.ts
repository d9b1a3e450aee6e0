import { type RandomStream, stream } from '../random.ts'
import type { DepartmentKind } from './tables/departments.ts'
import type { Field } from './tables/fields.ts'
import { INDUSTRIES, INDUSTRY_HABITS, type Industry } from './tables/industries.ts'
import { type Exception, findException, type IndustryUsage, USAGE } from './tables/usage.ts'

/** The usual fields of each industry, and the kinds of department that differ from them. */
interface Conventions {
  usageFor(industry: Industry): IndustryUsage
  exceptionFor(industry: Industry, kind: DepartmentKind): Exception
}

const STANDARD: Conventions = {
  usageFor: (industry) => USAGE[industry],
  exceptionFor: findException,
}

const drawnConventions = new Map<number, Conventions>()
const CACHED_MAX = 100

/**
 * The usual conventions, or other ones drawn from a seed. Drawn ones reorder the proofs of each
 * industry and move the exceptions to other kinds of department, so the usual ones do not help. The
 * locating numbers stay, because they follow from the business.
 */
export function getConventions(seed: number | undefined): Conventions {
  if (seed === undefined) return STANDARD
  const cached = drawnConventions.get(seed)
  if (cached !== undefined) return cached
  const conventions = drawConventions(seed)
  if (drawnConventions.size >= CACHED_MAX) drawnConventions.clear()
  drawnConventions.set(seed, conventions)
  return conventions
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
    usageFor: (industry) => usages.get(industry) ?? USAGE[industry],
    exceptionFor: (industry, kind) => exceptions.get(industry)?.get(kind) ?? {},
  }
}

/** All proofs of a usage, in order. */
export const listProofs = ({ first, second, others, further }: IndustryUsage): readonly Field[] => [
  ...new Set([first, second, ...others, ...further]),
]

/** The same proofs in another order. */
function drawUsage(usage: IndustryUsage, random: RandomStream): IndustryUsage {
  const proofs = random.shuffle(listProofs(usage))
  const proofAt = (index: number): Field => proofs[index % proofs.length] as Field
  const further = [proofAt(4), proofAt(5)] as const
  return {
    ...usage,
    first: proofAt(0),
    second: proofAt(1),
    others: [proofAt(2), proofAt(3)],
    further,
  }
}

/** Draws as many exceptions to the proofs as usual, for other kinds of department. */
function drawExceptions(
  industry: Industry,
  usage: IndustryUsage,
  random: RandomStream,
): ReadonlyMap<DepartmentKind, Exception> {
  const kinds = INDUSTRY_HABITS[industry].departments
  const usualExceptions = kinds.map((kind) => [kind, findException(industry, kind)] as const)
  const otherKinds = random.shuffle(kinds)
  const exceptions = new Map<DepartmentKind, Exception>()
  const addException = (kind: DepartmentKind, exception: Exception): void => {
    exceptions.set(kind, { ...exceptions.get(kind), ...exception })
  }
  for (const [kind, { main, first, second, provesRoutine }] of usualExceptions) {
    if (main !== undefined) addException(kind, { main })
    if (first === undefined && second === undefined && provesRoutine === undefined) continue
    const otherKind = otherKinds.pop()
    if (otherKind === undefined) break
    const [firstProof, secondProof] = random.shuffle(
      listProofs(usage).filter((field) => field !== usage.first && field !== usage.second),
    )
    addException(otherKind, {
      ...(first === undefined || firstProof === undefined ? {} : { first: firstProof }),
      ...(second === undefined || secondProof === undefined ? {} : { second: secondProof }),
      ...(provesRoutine === undefined ? {} : { provesRoutine }),
    })
  }
  return exceptions
}
