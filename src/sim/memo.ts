/**
 * A pure function of a text that remembers what it made of each: rollouts of a group read the same
 * texts again and again. Emptied when full.
 *
 * @param most how many texts it remembers
 */
export function memo<Read>(most: number, read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>()
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const made = read(text)
    if (known.size >= most) known.clear()
    known.set(text, made)
    return made
  }
}
