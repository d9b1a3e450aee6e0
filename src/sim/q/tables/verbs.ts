import { binary, unary, type Verb } from '../verbs/verb.ts'
import { columnNames, keyNames, orderColumns, renameColumns, setKeys } from './columns.ts'
import { groupBy, ungroup } from './group.ts'
import { insert, upsert } from './insert.ts'
import { attributeName, describeColumns, foreignKeys, tableNames } from './meta.ts'
import { sortBy } from './sort.ts'

const QWRITTEN = { type: 100 }

/** The verbs on tables. */
export const tableVerbs: readonly Verb[] = [
  unary('cols', 'names of columns', columnNames, QWRITTEN),
  unary('keys', 'names of key columns', keyNames, QWRITTEN),
  unary('meta', 'types, foreign keys and attributes of columns', describeColumns, QWRITTEN),
  unary('tables', 'names of the tables of a namespace', tableNames, QWRITTEN),
  unary('fkeys', 'foreign keys by column', foreignKeys, QWRITTEN),
  unary('attr', 'the attribute', attributeName),
  unary('ungroup', 'a row for each item of nested columns', ungroup, QWRITTEN),
  binary('xkey', 'set the key columns', setKeys, QWRITTEN),
  binary('xcol', 'rename columns', renameColumns, QWRITTEN),
  binary('xcols', 'put columns first', orderColumns, QWRITTEN),
  binary('xasc', 'sort rows upwards', (x, y, q) => sortBy(x, y, q, false), QWRITTEN),
  binary('xdesc', 'sort rows downwards', (x, y, q) => sortBy(x, y, q, true), QWRITTEN),
  binary('xgroup', 'key by columns, the others nested', groupBy, QWRITTEN),
  binary('insert', 'add rows to a named table', insert),
  binary('upsert', 'add rows, or replace those with the same keys', upsert, QWRITTEN),
]
