/** A setting that cannot be used: which one, where it came from, and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
