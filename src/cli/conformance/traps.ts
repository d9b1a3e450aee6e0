import { fileURLToPath } from 'node:url'

/** What was used of what an environment may not use: the name, and where it was first. */
type Caught = Map<string, string>

type Members = Record<PropertyKey, unknown>

const FUNCTIONS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch', 'WebSocket'],
  'requestIdleCallback',
]
const OBJECTS = ['process', 'crypto', 'performance', 'Intl']
/** Members that depend on the machine's language. */
const LOCALE = [
  ...['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase', 'toLocaleString'],
  ...['toLocaleDateString', 'toLocaleTimeString'],
]

/** A use before it was known whose it was, as while modules are loaded. */
interface Use {
  readonly name: string
  readonly stack: string
}

/** More of them tell nothing new: the program itself is among those who use things. */
const EARLY_MAX = 10_000

let modules: readonly string[] = []
let caught: Caught = new Map()
const early: Use[] = []

/**
 * From now on the clock, chance, timers, the process and all else by which two plays of the same
 * actions may differ are watched. They work as before, so that a bad environment fails for what it
 * does and not for the watching. To be called before the environments are loaded, which may keep
 * what they find then.
 */
export function setTraps(): void {
  const here = globalThis as unknown as Members
  for (const name of FUNCTIONS) watchFunction(here, name, name)
  for (const name of OBJECTS) watchObject(here, name)
  watchFunction(Math as unknown as Members, 'random', 'Math.random')
  for (const { prototype } of [String, Number, Array, Date, BigInt]) {
    for (const name of LOCALE) watchFunction(prototype as unknown as Members, name, name)
  }
  watchDate(here)
}

/** Runs some work, and tells what of the watched was used from these modules. */
export function watched<Result>(
  from: ReadonlySet<string>,
  work: () => Result,
): { readonly result: Result; readonly caught: Caught } {
  modules = [...from].filter((url) => url.startsWith('file:')).flatMap((url) => [url, pathOf(url)])
  caught = new Map()
  for (const use of early) take(use)
  try {
    return { result: work(), caught }
  } finally {
    modules = []
  }
}

const pathOf = (url: string): string => fileURLToPath(url)

function note(name: string): void {
  if (caught.has(name)) return
  const use = { name, stack: new Error('where').stack ?? '' }
  if (modules.length > 0) take(use)
  else if (early.length < EARLY_MAX) early.push(use)
}

/** Takes down a use, if code of the watched modules stands behind it. */
function take({ name, stack }: Use): void {
  const frames = stack.split('\n')
  const frame = frames.find((line) => modules.some((module) => line.includes(`${module}:`)))
  const place = /([^/\\]+:\d+):\d+\)?$/.exec(frame ?? '')?.[1]
  if (frame !== undefined) caught.set(name, place ?? frame.trim())
}

function replace(holder: Members, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true })
}

function watchFunction(holder: Members, name: string, told: string): void {
  const original = holder[name]
  if (isFunction(original)) replace(holder, name, watching(original, told))
}

/** A function that tells when it is called, wherever it was kept meanwhile. */
const watching = <Called extends Anything>(original: Called, told: string, self?: object): Called =>
  new Proxy(original, {
    apply(target, by, given) {
      note(told)
      return Reflect.apply(target, self ?? by, given)
    },
    construct(target, given, made) {
      note(told)
      return Reflect.construct(target, given, made)
    },
  })

function watchObject(holder: Members, name: string): void {
  const original = holder[name]
  if (typeof original !== 'object' || original === null) return
  const proxy = new Proxy(original, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      const told = `${name}.${String(key)}`
      if (isFunction(value)) return watching(value, told, target)
      note(told)
      return value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  replace(holder, name, proxy)
}

type Anything = (...given: never[]) => unknown

const isFunction = (value: unknown): value is Anything => typeof value === 'function'

/** The clock is `Date()`, `new Date()` and `Date.now()`; a date of given parts is none. */
function watchDate(holder: Members): void {
  const now = watching<typeof Date.now>(Date.now, 'Date.now')
  const proxy: typeof Date = new Proxy(Date, {
    apply(target, self, given) {
      note('Date()')
      return Reflect.apply(target, self, given)
    },
    construct(target, given, made) {
      if (given.length === 0) note('new Date()')
      return Reflect.construct(target, given, made === proxy ? target : made)
    },
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
  })
  replace(holder, 'Date', proxy)
}
