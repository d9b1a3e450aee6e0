/**
 * A 32-bit hash of a feature's name (FNV-1a with a final mix, so that low bits are as good as high
 * ones). The same name has the same hash on every machine: checkpoints need no vocabulary.
 */
export function featureHash(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  hash = Math.imul(hash ^ (hash >>> 13), 0x2c1b3c6d)
  return (hash ^ (hash >>> 16)) >>> 0
}
