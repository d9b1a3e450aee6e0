/** A type whose members may be set: for a value that is put together before anybody else has it. */
export type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
