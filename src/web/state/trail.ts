/** The list that a person came from, so that the next of it is a key away, and the way back too. */
interface Trail {
  readonly from: string
  readonly ids: readonly string[]
}

const NAME = 'backchannel.trail'
const LENGTH_MAX = 2_000

/** Stores the page from which episodes were opened. */
export function leaveTrail(ids: readonly string[]): void {
  const trail: Trail = { from: location.pathname + location.search, ids: ids.slice(0, LENGTH_MAX) }
  sessionStorage.setItem(NAME, JSON.stringify(trail))
}

export function trail(): Trail | undefined {
  const text = sessionStorage.getItem(NAME)
  return text === null ? undefined : (JSON.parse(text) as Trail)
}

/** The neighbour of an episode in the list that it was opened from. */
export function neighbour(episodeId: string, by: 1 | -1): string | undefined {
  const { ids = [] } = trail() ?? {}
  const at = ids.indexOf(episodeId)
  return at === -1 ? undefined : ids[at + by]
}
