/** An invalid setting. The message names the setting, its source and the remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
