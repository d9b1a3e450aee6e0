import { sha256 } from '../manifest.ts'

const DIGITS = 12
const WHOLE = 16 ** DIGITS

/**
 * Whether a key is held out. This depends on the key alone, so a task is on the same side in every
 * file, and stays held out when the share grows.
 *
 * @param key what must not be on both sides, such as a task's environment and id
 * @param share from 0 to 1
 */
export const isHeldOut = (key: string, share: number): boolean =>
  Number.parseInt(sha256(key).slice(0, DIGITS), 16) / WHOLE < share
