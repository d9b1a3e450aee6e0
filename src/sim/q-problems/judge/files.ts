/** The text of files by path, present at the start of every session of a request. */
export type QFiles = Readonly<Record<string, string>>

/** A valid path: within the program's folder. */
export const FILE_PATH = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[A-Za-z0-9_][\w./-]{0,199}$/
export const FILES_MAX = 100
export const FILE_CHARACTERS_MAX = 1_000_000
