import { fileURLToPath } from 'node:url'

/** Forbidden names that an environment used, each with the location of its first use. */
type Caught = Map<string, string>

type Members = Record<PropertyKey, unknown>

const FUNCTIONS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch', 'WebSocket'],
  'requestIdleCallback',
]
const OBJECTS = ['process', 'crypto', 'performance', 'Intl']
/** Members whose result depends on the machine's language. */
const LOCALE = [
  ...['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase', 'toLocaleString'],
  ...['toLocaleDateString', 'toLocaleTimeString'],
]

/** A use that happened before its caller was known, for example while modules load. */
interface Use {
  readonly name: string
  readonly stack: string
}

/** Maximum early uses to remember. The program itself causes some of them. */
const EARLY_MAX = 10_000

let modules: readonly string[] = []
let caught: Caught = new Map()
const early: Use[] = []

/**
 * Watches the clock, chance, timers, the process and everything else that can make two plays of the
 * same actions differ. The functions work as before. Call it before environments load, because they
 * may store references to these functions.
 */
export function setTraps(): void {
  const globals = globalThis as unknown as Members
  for (const name of FUNCTIONS) watchFunction(globals, name, name)
  for (const name of OBJECTS) watchObject(globals, name)
  watchFunction(Math as unknown as Members, 'random', 'Math.random')
  for (const { prototype } of [String, Number, Array, Date, BigInt]) {
    for (const name of LOCALE) watchFunction(prototype as unknown as Members, name, name)
  }
  watchDate(globals)
}

/** Runs some work and reports which watched names these modules used. */
export function watched<Result>(
  watchedModules: ReadonlySet<string>,
  work: () => Result,
): { readonly result: Result; readonly caught: Caught } {
  modules = namesIn(watchedModules)
  caught = new Map()
  for (const use of early) attribute(use)
  try {
    return { result: work(), caught }
  } finally {
    modules = []
  }
}

/** How stacks name these modules. */
const namesIn = (urls: ReadonlySet<string>): readonly string[] =>
  [...urls].filter((url) => url.startsWith('file:')).flatMap((url) => [url, fileURLToPath(url)])

/** The file and line of the first frame in these modules; undefined if there is none. */
export function frameIn(urls: ReadonlySet<string>, stack = ''): string | undefined {
  const frame = firstFrame(namesIn(urls), stack)
  return frame === undefined ? undefined : locationIn(frame)
}

const firstFrame = (names: readonly string[], stack: string): string | undefined =>
  stack.split('\n').find((line) => names.some((name) => line.includes(`${name}:`)))

const locationIn = (frame: string): string | undefined => /([^/\\]+:\d+):\d+\)?$/.exec(frame)?.[1]

function record(name: string): void {
  if (caught.has(name)) return
  const use = { name, stack: new Error('where').stack ?? '' }
  if (modules.length > 0) attribute(use)
  else if (early.length < EARLY_MAX) early.push(use)
}

/** Records a use if code of the watched modules is on its stack. */
function attribute({ name, stack }: Use): void {
  const frame = firstFrame(modules, stack)
  if (frame !== undefined) caught.set(name, locationIn(frame) ?? frame.trim())
}

function replace(holder: Members, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true })
}

function watchFunction(holder: Members, name: string, label: string): void {
  const original = holder[name]
  if (isFunction(original)) replace(holder, name, watching(original, label))
}

/** Wraps a function so that each call is reported, even through a stored reference. */
const watching = <Called extends Anything>(
  original: Called,
  label: string,
  self?: object,
): Called =>
  new Proxy(original, {
    apply(target, thisValue, args) {
      record(label)
      return Reflect.apply(target, self ?? thisValue, args)
    },
    construct(target, args, newTarget) {
      record(label)
      return Reflect.construct(target, args, newTarget)
    },
  })

function watchObject(holder: Members, name: string): void {
  const original = holder[name]
  if (typeof original !== 'object' || original === null) return
  const proxy = new Proxy(original, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      const label = `${name}.${String(key)}`
      if (isFunction(value)) return watching(value, label, target)
      record(label)
      return value
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  replace(holder, name, proxy)
}

type Anything = (...given: never[]) => unknown

const isFunction = (value: unknown): value is Anything => typeof value === 'function'

/**
 * Only `Date()`, `new Date()` and `Date.now()` read the clock; a date built from parts does not.
 */
function watchDate(holder: Members): void {
  const now = watching<typeof Date.now>(Date.now, 'Date.now')
  const proxy: typeof Date = new Proxy(Date, {
    apply(target, self, args) {
      record('Date()')
      return Reflect.apply(target, self, args)
    },
    construct(target, args, newTarget) {
      if (args.length === 0) record('new Date()')
      return Reflect.construct(target, args, newTarget === proxy ? target : newTarget)
    },
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key, target)),
  })
  replace(holder, 'Date', proxy)
}
