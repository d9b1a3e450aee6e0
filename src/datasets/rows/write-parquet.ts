import type { SchemaElement } from 'hyparquet'
import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import type { Json, JsonObject } from '../../sim/json.ts'
import { DataSetError } from '../manifest.ts'
import type { Columns, ColumnType } from './column-type.ts'
import { excerpt } from './fields.ts'
import { beginPart, type RowWriter } from './row-writer.ts'

const GROUP_ROWS = 1000

/**
 * Opens a Parquet file (Snappy, row groups of 1,000 rows). Lists and objects are nested columns, as
 * Arrow and pandas read them. Throws the error of the file system, and `DataSetError` if there are
 * no columns.
 */
export function openParquet(requestedPath: string, columns: Columns): RowWriter {
  const names = Object.keys(columns)
  if (names.length === 0) {
    throw new DataSetError(
      `${requestedPath}: a Parquet file needs columns, and there are no rows. Check --help.`,
    )
  }
  const { path, part, complete, remove } = beginPart(requestedPath)
  const schema: SchemaElement[] = [
    { name: 'root', num_children: names.length },
    ...Object.entries(columns).flatMap(([name, type]) => schemaElements(name, type)),
  ]
  const file = new ParquetWriter({ writer: fileWriter(part), schema, createdBy: 'backchannel' })
  let pendingRows: Record<string, unknown>[] = []
  let rows = 0
  const flush = async (): Promise<void> => {
    const columnData = names.map((name) => ({
      name,
      data: pendingRows.map((row) => row[name] ?? null),
    }))
    await file.write({ columnData, rowGroupSize: GROUP_ROWS })
    pendingRows = []
  }
  return {
    async write(values) {
      rows += 1
      const columnList = Object.entries(columns).map(
        ([name, type]) =>
          [name, storedValue(values[name], type, `${path}, row ${rows}, ${name}`)] as const,
      )
      pendingRows.push(Object.fromEntries(columnList))
      if (pendingRows.length === GROUP_ROWS) await flush()
    },
    async close() {
      if (pendingRows.length > 0) await flush()
      await file.finish()
      await complete()
    },
    abandon: remove,
  }
}

/** The schema elements of a column: each group before its members. */
function schemaElements(name: string, type: ColumnType): SchemaElement[] {
  const column = { name, repetition_type: 'OPTIONAL' } as const
  switch (type) {
    case 'text':
      return [{ ...column, type: 'BYTE_ARRAY', converted_type: 'UTF8' }]
    case 'json':
      return [{ ...column, type: 'BYTE_ARRAY', converted_type: 'JSON' }]
    case 'whole':
      return [{ ...column, type: 'INT64' }]
    case 'number':
      return [{ ...column, type: 'DOUBLE' }]
    case 'boolean':
      return [{ ...column, type: 'BOOLEAN' }]
    default:
  }
  if ('list' in type) {
    return [
      { ...column, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...schemaElements('element', type.list),
    ]
  }
  const members = Object.entries(type.fields)
  return [
    { ...column, num_children: members.length },
    ...members.flatMap(([member, inner]) => schemaElements(member, inner)),
  ]
}

/** A value in the form of the Parquet library. */
function storedValue(value: Json | undefined, type: ColumnType, path: string): unknown {
  if (value === undefined || value === null) return null
  if (typeof type === 'object') {
    if ('list' in type) {
      if (!Array.isArray(value)) throw misfit(value, 'a list', path)
      return value.map((item, index) => storedValue(item, type.list, `${path}[${index}]`))
    }
    if (typeof value !== 'object' || Array.isArray(value)) throw misfit(value, 'an object', path)
    const members = Object.entries(type.fields).map(([name, inner]) => [
      name,
      storedValue((value as JsonObject)[name], inner, `${path}.${name}`),
    ])
    return Object.fromEntries(members)
  }
  if (type === 'json') return value
  if (type === 'whole' && Number.isSafeInteger(value)) return BigInt(value as number)
  if (type === 'number' && typeof value === 'number') return value
  if (type === 'boolean' && typeof value === 'boolean') return value
  if (type === 'text' && typeof value === 'string') return value
  throw misfit(value, `a value of type ${type}`, path)
}

const misfit = (value: unknown, expected: string, path: string): DataSetError =>
  new DataSetError(`${path}: is ${excerpt(value)}, not ${expected}. Give all rows the same types.`)
