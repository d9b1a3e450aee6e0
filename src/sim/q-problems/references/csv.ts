/**
 * The fields of comma-separated text, as wide as its first row. Quoted fields stay as they are,
 * others are trimmed, and blank lines and comments are dropped.
 */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: Field[] = [new Field()]
  let isInside = false
  const endRow = (): void => {
    const isBlank = row.length === 1 && row[0]?.isBlank
    if (!isBlank && !row[0]?.isComment) rows.push(row.map((field) => field.text))
    row = [new Field()]
  }
  const plain = text.replaceAll('\r\n', '\n')
  for (let at = 0; at < plain.length; at++) {
    const here = plain[at] as string
    const field = row.at(-1) as Field
    if (isInside) {
      if (here !== '"') field.quoted += here
      else if (plain[at + 1] === '"') {
        field.quoted += '"'
        at += 1
      } else isInside = false
    } else if (here === '\n') endRow()
    else if (row[0]?.isComment) continue
    else if (here === ',') row.push(new Field())
    else if (here === '"') {
      field.isQuoted = true
      isInside = true
    } else field.bare += here
  }
  endRow()
  const width = rows[0]?.length ?? 0
  return rows.map((one) => Array.from({ length: width }, (_, at) => one[at] ?? ''))
}

class Field {
  bare = ''
  quoted = ''
  isQuoted = false

  get text(): string {
    return this.isQuoted ? this.quoted : this.bare.trim()
  }

  get isBlank(): boolean {
    return !this.isQuoted && this.bare.trim() === ''
  }

  get isComment(): boolean {
    return !this.isQuoted && this.bare.trimStart().startsWith('#')
  }
}
