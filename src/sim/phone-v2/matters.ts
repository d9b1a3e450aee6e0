import { byName } from '../by-name.ts'
import type { Matter } from './tables/matter.ts'
import { MATTERS } from './tables/matters.ts'

const all = byName(Object.fromEntries(MATTERS.map((matter) => [matter.service, matter])))

/** A service that no customer wants needs nothing besides the customer's details. */
const PLAIN: Omit<Matter, 'service'> = {
  needs: {},
  says: [],
  consequences: [],
  blocks: [],
  fee: '',
}

/** What a service is about. */
export const matterOf = (service: string): Matter => all[service] ?? { service, ...PLAIN }
