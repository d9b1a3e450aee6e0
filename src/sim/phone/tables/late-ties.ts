/** Whether a department can take a matter up again later, as it says with its first question. */
export const ONLY_NOW: readonly { readonly lapses: string; readonly stays: string }[] = [
  {
    lapses:
      'This has to be settled on this call, because we cannot take it up again later. It does not ' +
      'get in the way of anything else that you want from us.',
    stays: 'This does not have to be settled on this call, because we can take it up again later.',
  },
  {
    lapses:
      'I can only do this now. If you call back later, it will be too late. Nothing else that you ' +
      'want from us depends on it.',
    stays: 'I do not have to do this now. If you call back later, it will not be too late.',
  },
]

/** What one service means for the fee of another one, as the department of the first says it. */
export const WAIVERS: readonly { readonly waives: string; readonly keeps: string }[] = [
  {
    waives: 'Once this has gone through, the fee for {noun} no longer applies.',
    keeps: 'Once this has gone through, the fee for {noun} still applies.',
  },
  {
    waives: 'If this is entered first, there is no fee for {noun}.',
    keeps: 'Even if this is entered first, there is a fee for {noun}.',
  },
]
