/** The list from which an episode was opened, for the keys to its neighbours and back. */
interface SourceList {
  readonly from: string
  readonly ids: readonly string[]
}

const NAME = 'backchannel.trail'
const LENGTH_MAX = 2_000

/** Stores the current page as the list from which episodes are opened. */
export function storeSourceList(ids: readonly string[]): void {
  const trail: SourceList = {
    from: location.pathname + location.search,
    ids: ids.slice(0, LENGTH_MAX),
  }
  sessionStorage.setItem(NAME, JSON.stringify(trail))
}

export function readSourceList(): SourceList | undefined {
  const text = sessionStorage.getItem(NAME)
  return text === null ? undefined : (JSON.parse(text) as SourceList)
}

/** The previous or next episode in the list from which one was opened. */
export function neighbourInSourceList(episodeId: string, offset: 1 | -1): string | undefined {
  const { ids = [] } = readSourceList() ?? {}
  const at = ids.indexOf(episodeId)
  return at === -1 ? undefined : ids[at + offset]
}
