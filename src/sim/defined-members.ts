type Given<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** The members that are not undefined. */
export const definedMembers = <Members extends object>(members: Members): Given<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Given<Members>
