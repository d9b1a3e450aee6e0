import { createHash } from 'node:crypto'
import { canonicalJson, type JsonObject } from '../sim/json.ts'

/** The stored form of a world, and its address: the SHA-256 of that text. */
interface StoredWorld {
  readonly text: string
  readonly hash: string
}

/** Says that the world of a data set is not the one of its manifest. */
export const worldMismatch = (environment: string, hash: string, recordedHash: string): string =>
  `data of ${environment}: its world has the hash ${hash}, its manifest says ${recordedHash}; ` +
  'create the data again with "generate"'

/** The canonical text of a world and its content address. */
export function storedWorld(world: JsonObject): StoredWorld {
  const text = canonicalJson(world)
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}
