declare module 'seedrandom/lib/alea.js' {
  /** Johannes Baagøe's Alea generator, as packaged by seedrandom: 32-bit draws in [0, 1). */
  export default function alea(seed: string): () => number
}
