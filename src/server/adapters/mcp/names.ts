/** The tools that exist in every environment. Tools of a world with the same name are renamed. */
const OWN_NAMES: ReadonlySet<string> = new Set(['open_episode', 'say', 'close_episode'])

/** The name under which a tool of a world is served. */
export const servedName = (name: string): string => (OWN_NAMES.has(name) ? `world_${name}` : name)
