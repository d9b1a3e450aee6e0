import { pathSegment } from '../state/fields.ts'
import type { GroupDetail } from './group.ts'

/** The address of a group. Groups of several owners can have the same names. */
export const groupHref = ({
  run,
  id,
  principal,
}: Pick<GroupDetail, 'run' | 'id' | 'principal'>): string =>
  `/groups/${pathSegment(run)}/${pathSegment(id)}?principal=${encodeURIComponent(principal)}`
