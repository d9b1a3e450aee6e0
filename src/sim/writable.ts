/** The type with writable members, for building a value before it is shared. */
export type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
