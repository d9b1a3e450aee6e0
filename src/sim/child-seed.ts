const SEED_MODULUS = 2 ** 53

/** A seed for a child (a task, a company) of a seeded parent: FNV-1a over 53 bits, two lanes. */
export function childSeed(seed: number, name: string): number {
  const text = `${seed}/${name}`
  let low = 0x811c9dc5
  let high = 0x050c5d1f
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193) >>> 0
    high = Math.imul(high ^ unit ^ (low >>> 13), 0x01000193) >>> 0
  }
  return ((high & 0x1fffff) * 2 ** 32 + low) % SEED_MODULUS
}
