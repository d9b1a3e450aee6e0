/** What the command line of `generate` says; what was left out has the environment's default. */
export interface GenerateFlags {
  readonly env: string
  readonly numCompanies?: number
  readonly numTrainTasks?: number
  readonly numValTasks?: number
  readonly numTestTasks?: number
  readonly outputDir: string
  readonly seed: number
  readonly json?: true
}

/** How large a data set is by default. */
export interface GenerateSizes {
  readonly train: number
  readonly val: number
  readonly test: number
}

/** The number of tasks of each split. */
export const sizesOf = (flags: GenerateFlags, usual: GenerateSizes): GenerateSizes => ({
  train: flags.numTrainTasks ?? usual.train,
  val: flags.numValTasks ?? usual.val,
  test: flags.numTestTasks ?? usual.test,
})

/** Says on stderr what was written. */
export function reportFiles(
  what: string,
  flags: GenerateFlags,
  files: readonly { readonly bytes: number }[],
  seconds: number,
): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  process.stderr.write(
    `Wrote ${what} to ${flags.outputDir} ` +
      `(${files.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB), ` +
      `generated in ${seconds.toFixed(2)} s. Play it with --data ${flags.outputDir}.\n`,
  )
}
