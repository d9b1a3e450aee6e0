/** Values that arrive one by one, and are read in order while they arrive. */
export class PushQueue<Value> {
  readonly #values: Value[] = []
  #error: Error | undefined
  #wake = (): void => {}

  push(value: Value): void {
    this.#values.push(value)
    this.#wake()
  }

  /** Whether `fail` was called. */
  get hasFailed(): boolean {
    return this.#error !== undefined
  }

  /** Ends the queue: the reader gets the values so far, then the error. */
  fail(error: Error): void {
    this.#error = error
    this.#wake()
  }

  async *read(): AsyncGenerator<Value, never, undefined> {
    for (;;) {
      while (this.#values.length > 0) yield this.#values.shift() as Value
      if (this.#error !== undefined) throw this.#error
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
