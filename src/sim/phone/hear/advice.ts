/** Whose thing a question is about. */
export const OWNED = new Set('my our his her their the this these i we he she they'.split(' '))

/** "Tell me whether I should …" asks for advice, "tell me whether my order …" for a fact. */
export const isAboutDoing = (piece: string, next: string, afterNext: string): boolean => {
  if (piece === 'what') {
    if (/^happens?$/.test(next)) return afterNext === 'if' || afterNext === 'when'
    return next === 'it' && /^(?:means|takes|costs|entails)$/.test(afterNext)
  }
  if (piece === 'explain' || piece === 'describe')
    return next.endsWith('ing') || (next === 'how' && /^(?:i|we|one|you)$/.test(afterNext))
  if (piece === 'if') return /^(?:i|we|she|he)$/.test(next) && /^(?:should|must)$/.test(afterNext)
  if (piece !== 'whether' && piece !== 'why' && piece !== 'how') return false
  const isSomebody = /^(?:i|we|one|it|people|she|he)$/.test(next)
  return (
    next === 'to' ||
    (isSomebody &&
      /^(?:should|would|must|need|want|have|is|can)$/.test(afterNext) &&
      piece !== 'how')
  )
}

/** "Tell me about changing it" asks what that is. */
const TELLING_OF = new Set('me us him her them talk know hear learn think read more'.split(' '))
/** "Information about loans" is no loan. */
const INFORMATION = new Set(
  'information info advice guidance brochure brochures leaflet leaflets tips'.split(' '),
)
const ABOUTS = new Set(['about', 'on', 'regarding', 'concerning', 'for'])
/** Behind these a question is told of. */
const KNOWING = new Set('know learn understand hear see'.split(' '))
/** "Know how rewards work" is about any, "know how far my dispute has come" about one. */
export const isAboutAny = (before: string, piece: string, next: string): boolean => {
  if (INFORMATION.has(before)) {
    return ABOUTS.has(piece) && (next.endsWith('ing') || piece !== 'on' || before === 'advice')
  }
  if (piece === 'of' && before === 'example') return true
  if (piece === 'to' && before === 'reason') return true
  if (piece === 'about') return TELLING_OF.has(before) && next.endsWith('ing')
  if (piece === 'why' && next === 'you') return true
  if (!KNOWING.has(before)) return false
  if (piece === 'what') return next !== 'happened'
  if (piece === 'who') return !/^(?:has|have|had|looked|saw|read|accessed)$/.test(next)
  if (!/^(?:why|how|when|whether)$/.test(piece)) return false
  return next !== 'far' && next !== 'everything' && !OWNED.has(next)
}
