/** The labels of an opening, from their JSON; none from what is none. */
export function readLabels(text: string | null | undefined): Readonly<Record<string, string>> {
  if (text === null || text === undefined) return {}
  try {
    return labelsOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The labels of an opening's payload. */
export function labelsOfOpening(payload: string): Readonly<Record<string, string>> {
  try {
    return labelsOf((JSON.parse(payload) as { labels?: unknown }).labels)
  } catch {
    return {}
  }
}

function labelsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const texts = Object.entries(value).filter(([, label]) => typeof label === 'string')
  return Object.fromEntries(texts)
}
