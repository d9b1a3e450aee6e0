import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder with a repository at one commit, fetched by git. */
export function fetched(name: string, repository: string, commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), `q-programs-${name}-`))
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' })
  }
  git('init')
  git('fetch', '--depth', '1', repository, commit)
  git('checkout', 'FETCH_HEAD')
  return folder
}
