/** Guards that rows are read as they were written, and that hostile files get a clear error. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../sim/json.ts'
import { stream } from '../../sim/random.ts'
import { DataSetError } from '../manifest.ts'
import { inferColumns } from './column-type.ts'
import { Fields } from './fields.ts'
import { parquetRows } from './parquet-rows.ts'
import { readRows } from './read.ts'
import { readJsonl } from './read-jsonl.ts'
import { readParquet } from './read-parquet.ts'
import { type FileRow, RowError, type RowRead } from './row.ts'
import { writeRows } from './write.ts'

const scratch = mkdtempSync(join(tmpdir(), 'rows-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let files = 0
function path(name: string, content?: string | Uint8Array): string {
  files += 1
  const full = join(scratch, `${files}-${name}`)
  if (content !== undefined) writeFileSync(full, content)
  return full
}

async function all(reads: AsyncIterable<RowRead>): Promise<RowRead[]> {
  const found: RowRead[] = []
  for await (const read of reads) found.push(read)
  return found
}

const told = (read: RowRead): unknown =>
  read.kind === 'row' ? read.row.values : read.error.message.split(': ').slice(1).join(': ')

const valuesOfRow = (read: RowRead): unknown => (read.kind === 'row' ? read.row.values : read.error)

const valuesOf = async (file: string): Promise<unknown[]> =>
  (await all(readRows(file))).map(valuesOfRow)

/** In this thread, because a process for each file takes most of a second to start. */
const valuesHere = async (file: string): Promise<unknown[]> =>
  (await all(parquetRows(file))).map(valuesOfRow)

const CONVERSATION: JsonObject = {
  id: 'a',
  count: 3,
  share: 0.5,
  right: true,
  nothing: null,
  ragged: [1, 'two'],
  messages: [
    { role: 'user', content: 'Add 2 and 3 \u{1f642}\n' },
    {
      role: 'assistant',
      content: '6',
      tool_calls: [{ type: 'function', function: { name: 'f', arguments: { x: 'y' } } }],
    },
  ],
}

describe('JSON lines', () => {
  it('are read with a byte order mark, carriage returns and blank lines', async () => {
    const file = path('x.jsonl', '\ufeff{"a":1}\r\n\r\n  \n{"b":"\u00fc"}')
    const reads = await all(readRows(file))
    expect(reads.map(told)).toEqual([{ a: 1 }, { b: '\u00fc' }])
    expect(reads.map((read) => read.kind === 'row' && read.row.number)).toEqual([1, 4])
  })

  it('return an error for a bad line, and continue', async () => {
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
    const bytes = Buffer.concat([
      Buffer.from(`{"a":1}\n{"a":\n7\n[1]\nnull\n${deep}\n"`),
      Buffer.from([0xff, 0xfe, 0x22, 0x0a]),
      Buffer.from(`{"long":"${'x'.repeat(300_000)}"}\n{"a":2}\n`),
    ])
    const reads = await all(readJsonl(path('x.jsonl', bytes), 200_000))
    const bad = reads.flatMap((read) => (read.kind === 'bad' ? [read.error] : []))
    expect(bad.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(bad.map(({ message }) => /line \d+: (.{9})/.exec(message)?.[1])).toEqual([
      'is not JS',
      'is not a ',
      'is not a ',
      'is not a ',
      'is nested',
      'is not UT',
      'is longer',
    ])
    expect(reads.filter(({ kind }) => kind === 'row').map(told)).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('may be longer than the chunks of a file', async () => {
    const lines = [70_000, 1, 131_072, 65_530].map((length) => ({ text: '\u00e9'.repeat(length) }))
    const file = path('x.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(await valuesOf(file)).toEqual(lines)
  })

  it('are read as they were written', async () => {
    const file = path('any.jsonl')
    const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        await writeRows(file, rows as JsonObject[])
        expect(JSON.stringify(await valuesOf(file))).toBe(JSON.stringify(rows))
      }),
      { numRuns: 50 },
    )
  })
})

describe('Parquet', () => {
  it('keeps lists of objects, and texts of JSON where rows disagree', async () => {
    const other: JsonObject = { ...CONVERSATION, messages: [], ragged: { a: null }, count: 4 }
    const file = path('x.parquet')
    await writeRows(file, [CONVERSATION, other])
    const [first, second] = (await valuesHere(file)) as JsonObject[]
    const { nothing: _, ...known } = CONVERSATION
    expect(first).toMatchObject({ ...known, messages: [{ role: 'user' }, {}] })
    expect(first).toHaveProperty(['messages', 1], (known.messages as JsonObject[])[1])
    expect(second).toMatchObject({ messages: [], ragged: { a: null }, count: 4 })
    expect(Object.keys(inferColumns([CONVERSATION]))).not.toContain('nothing')
    expect(inferColumns([{ a: [] }, { a: [{ b: 1 }] }])).toEqual({
      a: { list: { fields: { b: 'whole' } } },
    })
  })

  it('spans several row groups, and has the same bytes each time', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ index, text: `row ${index}` }))
    const [one, two] = [path('x.parquet'), path('y.parquet')]
    await writeRows(one, rows)
    await writeRows(two, rows)
    expect(readFileSync(one)).toEqual(readFileSync(two))
    const reads = await all(readRows(one))
    expect(reads.map(valuesOfRow)).toEqual(rows)
    const last = reads.at(-1)
    expect(last?.kind === 'row' && [last.row.unit, last.row.number]).toEqual(['row', 2_500])
  })

  it('reports a damaged file', async () => {
    const file = path('x.parquet')
    await writeRows(file, [CONVERSATION])
    const whole = readFileSync(file)
    truncateSync(file, whole.length - 9)
    await expect(valuesOf(file)).rejects.toThrow(/x\.parquet: is not a whole Parquet file: .*again/)
    await expect(valuesOf(path('z.parquet', 'version https://git-lfs'))).rejects.toThrow(
      /not a Parquet file: it does not begin with PAR1/,
    )
    await expect(valuesOf(path('z.parquet', 'PAR1'))).rejects.toThrow(DataSetError)
  })

  it('reports a file that was truncated anywhere', async () => {
    const source = path('x.parquet')
    await writeRows(source, [CONVERSATION, CONVERSATION])
    const whole = readFileSync(source)
    const file = path('y.parquet')
    const within = { min: 5, max: whole.length - 1 }
    await fc.assert(
      fc.asyncProperty(fc.integer(within), fc.integer(within), async (one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const rest = from === to ? Buffer.alloc(0) : whole.subarray(to)
        writeFileSync(file, Buffer.concat([whole.subarray(0, from), rest]))
        // In this thread, because a process for each of these files would take minutes.
        const outcome = await all(parquetRows(file)).catch((error: unknown) => error)
        // Missing pages may go unnoticed if the rest is readable.
        expect(Array.isArray(outcome) || outcome instanceof DataSetError).toBe(true)
        if (rest.length === 0) expect(outcome).toBeInstanceOf(DataSetError)
      }),
      { numRuns: 150, seed: 1 },
    )
  })

  it('ends the reading of a file that occupies the library for ever', async () => {
    const file = path('x.parquet')
    const rows = Array.from({ length: 40 }, (_, index) => ({
      text: `t${index % 3}`,
      number: index,
      list: [1, 2],
    }))
    await writeRows(file, rows)
    const whole = readFileSync(file)
    // A run of two thousand million equal values, wherever the bytes are read as one.
    const run = Buffer.from('feffffff0f', 'hex')
    const offsets = Array.from({ length: 2 }, (_, index) =>
      stream(index, 0, 'bytes').integer(4, 99),
    )
    let endless = 0
    for (const offset of [45, ...offsets]) {
      const crafted = Buffer.from(whole)
      run.copy(crafted, offset)
      writeFileSync(file, crafted)
      const limits = { silenceMs: 1_500, heapMegabytes: 200 }
      const outcome = await all(readParquet(file, limits)).catch((error: unknown) => error)
      expect(Array.isArray(outcome) || outcome instanceof DataSetError).toBe(true)
      if (!(outcome instanceof DataSetError)) continue
      expect(outcome.message).toMatch(/^[^:]*x\.parquet: .*(again|smaller)/)
      if (/longer than 1500 ms|more memory/.test(outcome.message)) endless += 1
    }
    expect(endless).toBeGreaterThan(0)
  })

  it('keeps the error of the file system', async () => {
    const gone = join(scratch, 'gone.parquet')
    await expect(all(readParquet(gone))).rejects.toMatchObject({ code: 'ENOENT', path: gone })
  })

  it('reports that its process cannot be started', async () => {
    const file = path('x.parquet')
    await writeRows(file, [CONVERSATION])
    const node = process.execPath
    process.execPath = '/nowhere/node'
    try {
      await expect(all(readParquet(file))).rejects.toThrow(/x\.parquet: the process .* not start/)
    } finally {
      process.execPath = node
    }
  })

  it('ends its process when no more rows are read', async () => {
    const file = path('x.parquet')
    await writeRows(file, [CONVERSATION, CONVERSATION])
    for await (const read of readParquet(file)) {
      expect(read.kind).toBe('row')
      break
    }
  })

  it('refuses values that do not fit, and leaves no file', async () => {
    await expect(writeRows(path('none.parquet'), [])).rejects.toThrow(/needs columns/)
    const before = readdirSync(scratch)
    const circular: Record<string, unknown> = { a: 1n }
    await expect(writeRows(path('bad.jsonl'), [circular as JsonObject])).rejects.toThrow()
    expect(readdirSync(scratch)).toEqual(before)
  })
})

describe('other files', () => {
  it.each([
    ['empty.jsonl', '', /is empty/],
    ['blank.jsonl', '\n\n', /holds no rows/],
    ['list.json', '[{"a":1}]', /jq -c/],
    ['table.csv', 'a,b\n1,2\n', /convert it/],
    ['packed.jsonl.gz', gzipSync('{}'), /gunzip/],
    ['wide.jsonl', Buffer.from('\ufeff{"a":1}', 'utf16le'), /UTF-16/],
  ])('%s', async (name, content, message) => {
    await expect(valuesOf(path(name, content))).rejects.toThrow(message)
  })

  it('that are pipes are refused, because they are read more than once', async () => {
    const pipe = join(scratch, 'pipe')
    execFileSync('mkfifo', [pipe])
    const end = once(spawn('sh', ['-c', `echo '{"a":1}' > ${pipe}`]), 'close')
    await expect(valuesOf(pipe)).rejects.toThrow(`${pipe}: is a pipe`)
    await end
  })

  it('that are missing are named in the error', async () => {
    const gone = join(scratch, 'gone.jsonl')
    await expect(valuesOf(gone)).rejects.toMatchObject({ code: 'ENOENT', path: gone })
    await expect(valuesOf(scratch)).rejects.toMatchObject({ code: 'EISDIR', path: scratch })
  })
})

describe('fields', () => {
  const row = (values: Record<string, unknown>): FileRow => ({
    file: 'f.jsonl',
    unit: 'line',
    number: 4,
    values,
  })

  it('are found by any of their names', () => {
    const fields = new Fields(row({ Answer: 12, names: '["a", "b"]', level: ' 3 ', empty: ' ' }))
    expect(fields.text('answer', 'Answer')).toBe('12')
    expect(fields.texts('names')).toEqual(['a', 'b'])
    expect(fields.optionalWhole('level')).toBe(3)
    expect([fields.optionalText('empty'), fields.optionalWhole('none')]).toEqual([null, null])
  })

  it.each([
    [
      'answer',
      { answer: 1e20 },
      /line 4, field answer: is too large a number\. Write it as a text/,
    ],
    ['answer', { answer: ['x'] }, /field answer: is \["x"\], not a text/],
    ['answer', { answer: '  ' }, /field answer: is blank/],
    ['answer', { question: 'q' }, /is missing; the line has question\. Add it as a text/],
    ['answer', { answer: 'x'.repeat(200_001) }, /has 200001 characters/],
    ['toString', {}, /field toString: is missing/],
  ])('%s of %o', (name, values, message) => {
    expect(() => new Fields(row(values)).text(name)).toThrow(message)
    expect(() => new Fields(row(values)).text(name)).toThrow(RowError)
  })

  it('have errors with the path of inner fields', () => {
    const fields = new Fields(row({ answer: { aliases: ['a', 3.5, null] } })).inner('answer')
    expect(() => fields.texts('aliases')).toThrow(/field answer\.aliases\[2\]: is null, not a text/)
    expect(() => fields.inner('aliases')).toThrow(
      /field answer\.aliases: is \["a",3\.5,null\], not/,
    )
    expect(() => new Fields(row({ n: '[1' })).texts('n')).toThrow(/is "\[1", which is no JSON list/)
    expect(() => new Fields(row({ n: 1.5 })).optionalWhole('n')).toThrow(/not a whole number/)
  })
})
