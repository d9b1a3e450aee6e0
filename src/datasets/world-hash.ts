import { createHash } from 'node:crypto'
import { canonicalJson, type JsonObject } from '../sim/json.ts'

/** The stored form of a world, and its address: the SHA-256 of that text. */
interface StoredWorld {
  readonly text: string
  readonly hash: string
}

/** The canonical text of a world and its content address. */
export function storedWorld(world: JsonObject): StoredWorld {
  const text = canonicalJson(world)
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}
