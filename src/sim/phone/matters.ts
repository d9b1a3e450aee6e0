import { byName } from '../by-name.ts'
import { DETAIL_NAMES, type DetailName } from './details.ts'
import { LOOKALIKES } from './tables/lookalikes.ts'
import type { Matter } from './tables/matter.ts'
import { MATTERS } from './tables/matters.ts'

const matters = byName(Object.fromEntries(MATTERS.map((matter) => [matter.service, matter])))

/** A service that no customer wants needs no further details. */
const PLAIN: Omit<Matter, 'service'> = {
  needs: {},
  says: [],
  consequences: [],
  blocks: [],
  fee: '',
}

/** A look-alike needs the details of the usual service. */
const lookalikes = byName(
  Object.fromEntries(
    LOOKALIKES.map(({ id, service, twin, fee }): [string, Matter] => [
      id,
      {
        ...(matters[service] ?? { service, ...PLAIN }),
        service: id,
        says: [],
        fee,
        consequences: [{ says: twin.effect, against: '', fine: '' }],
      },
    ]),
  ),
)

/** The details that a service needs. */
export const neededDetails = (service: string): DetailName[] => {
  const { needs } = findMatter(service)
  return DETAIL_NAMES.filter((name) => name in needs)
}

/** The details, sentences and side effects of a service. */
export const findMatter = (service: string): Matter =>
  matters[service] ?? lookalikes[service] ?? { service, ...PLAIN }
