/** The number of episodes that fit beside each other. */
export const COMPARED_MAX = 4

/** The address that compares episodes. */
export const compareHref = (ids: readonly string[]): string =>
  `/compare?e=${ids.slice(0, COMPARED_MAX).join(',')}`
