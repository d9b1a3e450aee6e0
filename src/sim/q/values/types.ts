/** The properties of a basic type: one row per q type number. */
interface TypeRow {
  readonly code: number
  readonly letter: string
  readonly name: string
  /** The bytes of one item in q, for `-22!` and the memory budget. */
  readonly size: number
}

/** The type number of general lists, whose items may have any type. */
export const ANY = 0

/** The type numbers by name; atoms have the negative numbers. */
export const BOOLEAN = 1
export const GUID = 2
export const BYTE = 4
export const SHORT = 5
export const INT = 6
export const LONG = 7
export const REAL = 8
export const FLOAT = 9
export const CHAR = 10
export const SYMBOL = 11
export const TIMESTAMP = 12
export const MONTH = 13
export const DATE = 14
export const DATETIME = 15
export const TIMESPAN = 16
export const MINUTE = 17
export const SECOND = 18
export const TIME = 19
export const ENUM = 20

const row = (code: number, letter: string, name: string, size: number): TypeRow => ({
  code,
  letter,
  name,
  size,
})

/** All basic types in the order of their numbers. */
export const TYPES: readonly TypeRow[] = [
  row(BOOLEAN, 'b', 'boolean', 1),
  row(GUID, 'g', 'guid', 16),
  row(BYTE, 'x', 'byte', 1),
  row(SHORT, 'h', 'short', 2),
  row(INT, 'i', 'int', 4),
  row(LONG, 'j', 'long', 8),
  row(REAL, 'e', 'real', 4),
  row(FLOAT, 'f', 'float', 8),
  row(CHAR, 'c', 'char', 1),
  row(SYMBOL, 's', 'symbol', 8),
  row(TIMESTAMP, 'p', 'timestamp', 8),
  row(MONTH, 'm', 'month', 4),
  row(DATE, 'd', 'date', 4),
  row(DATETIME, 'z', 'datetime', 8),
  row(TIMESPAN, 'n', 'timespan', 8),
  row(MINUTE, 'u', 'minute', 4),
  row(SECOND, 'v', 'second', 4),
  row(TIME, 't', 'time', 4),
]

const BY_CODE = new Map(TYPES.map((type) => [type.code, type]))
const BY_LETTER = new Map(TYPES.map((type) => [type.letter, type]))
const BY_NAME = new Map(TYPES.map((type) => [type.name, type]))

/** The row of a positive type number; enumerations have that of symbols. */
export const typeByCode = (code: number): TypeRow | undefined =>
  BY_CODE.get(code >= ENUM ? SYMBOL : code)

/** The row of a type letter in lower case. */
export const typeByLetter = (letter: string): TypeRow | undefined => BY_LETTER.get(letter)

/** The row of a type name such as `long`. */
export const typeByName = (name: string): TypeRow | undefined => BY_NAME.get(name)

/** Whether the items are symbols, enumerated or not. */
export const isSymbolic = (code: number): boolean => code === SYMBOL || code >= ENUM

/** Whether the items are 64-bit integers: long, timestamp, timespan. */
export const isWideType = (code: number): boolean =>
  code === LONG || code === TIMESTAMP || code === TIMESPAN

/** Whether the items are floating-point numbers: real, float, datetime. */
export const isFloating = (code: number): boolean =>
  code === REAL || code === FLOAT || code === DATETIME

/** Whether the items are points or spans of time. */
export const isTemporal = (code: number): boolean => code >= TIMESTAMP && code <= TIME

/** Whether the items allow arithmetic. */
export const isNumeric = (code: number): boolean =>
  code !== GUID && code >= BOOLEAN && code !== SYMBOL && code < ENUM
