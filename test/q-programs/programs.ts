/** A script, and the folder that it expects to be in. */
export type Placed = readonly [folder: string, path: string]

/** A public repository of q programs, at one commit. */
export interface Programs {
  readonly name: string
  readonly repository: string
  readonly commit: string
  readonly licence: string
  /** Files that are left out, with the reason. */
  readonly without: Readonly<Record<string, string>>
  /** Scripts that are loaded, each in a session of its own. */
  readonly scripts: (
    paths: readonly string[],
  ) => readonly (readonly [folder: string, path: string])[]
  /** Pages whose transcripts are replayed. */
  readonly pages: (paths: readonly string[]) => readonly string[]
}

const NATIVE = 'needs a shared library'

/** What is tried; nothing of it is part of this project. */
export const PROGRAMS: readonly Programs[] = [
  {
    name: 'funq',
    repository: 'https://github.com/psaris/funq',
    commit: '9c95cc27bbdcd977fa0fe498efb0a331e4a5b581',
    licence: 'MIT',
    without: { 'svm.q': NATIVE, 'linear.q': NATIVE, 'qmlmm.q': NATIVE },
    scripts: (paths) => paths.filter((path) => /^[^/]+\.q$/.test(path)).map((path) => ['', path]),
    pages: () => [],
  },
  {
    name: 'studyq',
    repository: 'https://github.com/qbists/studyq',
    commit: 'efe1da1a9c31044580c573f59e9f669d5a646e67',
    licence: 'CC0-1.0',
    without: {},
    scripts: (paths) =>
      paths
        .filter((path) => path.endsWith('.q'))
        .map((path) => [path.includes('/q/') ? path.replace(/\/q\/.*/, '') : folderOf(path), path]),
    pages: (paths) => paths.filter((path) => path.endsWith('.md') && path.includes('/')),
  },
]

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
