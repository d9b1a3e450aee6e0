import { childSeed, stream } from '../../random.ts'
import { deskOf } from '../desks.ts'
import { understand } from '../hear/request.ts'
import type { Company, Department, Line, PhoneWorld } from '../world.ts'
import { isOpenAt } from './opening-hours.ts'
import type { Moment } from './time.ts'

/** So many departments have a menu before anybody answers. */
const MENU_SHARE = 0.12
/** So many companies tell the next department what was said to the last one. */
const TELLING_SHARE = 0.7

/** Whether a menu asks callers what it is about: hidden, and always the same. */
export const hasMenu = (world: PhoneWorld, { id, line }: Department): boolean =>
  line === 'person' && stream(childSeed(world.seed, `menu/${id}`), 0, 'menu').chance(MENU_SHARE)

/** Whether who is put through need not say again who they are. */
export const tellsNext = (world: PhoneWorld, { id }: Company): boolean =>
  stream(childSeed(world.seed, `tells/${id}`), 0, 'tells').chance(TELLING_SHARE)

/** Where a caller is put through to: the department of the wish, if it is another that is open. */
export function nextFor(line: Line, request: string, at: Moment): Line | undefined {
  const understood = understand(request, deskOf(line))
  if (understood.status !== 'elsewhere') return undefined
  const { company } = line
  const department = company.departments.find(({ kind }) => kind === understood.kind)
  const isThere = department !== undefined && isOpenAt(department.opening_hours, at)
  return isThere ? { company, department } : undefined
}
