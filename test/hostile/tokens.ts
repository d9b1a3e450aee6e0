/** The token of each principal: one that plays fair, one that attacks, and its crowd of friends. */
export const TOKENS = {
  alice: 'alice-token-0123456789',
  mallory: 'mallory-token-0123456789',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [`crowd-${place}`, `crowd-${place}-token-0123456789`]),
  ),
} as Readonly<Record<string, string>> & { readonly alice: string; readonly mallory: string }

/** The names of the crowd. */
export const CROWD = Object.keys(TOKENS).filter((name) => name.startsWith('crowd-'))

export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
})
