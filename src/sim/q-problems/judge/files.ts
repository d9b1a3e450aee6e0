/** Text of files by path, which every session of a request begins with. */
export type QFiles = Readonly<Record<string, string>>

/** How a path may look: within the folder of the program, without a way out of it. */
export const FILE_PATH = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[A-Za-z0-9_][\w./-]{0,199}$/
export const FILES_MAX = 100
export const FILE_CHARACTERS_MAX = 1_000_000
