import { register } from 'node:module'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/** Prefix of an environment's import, which distinguishes it from the program's own imports. */
export const OUTSIDE = 'backchannel-environment:'

/** The only module of the program that environments import. */
const LIBRARY = 'backchannel-rl/env'

/** An import in an external module. */
interface Edge {
  readonly from: string
  readonly to: string
}

/**
 * Runs in the thread that resolves modules. It records the imports of external modules, except for
 * the library, and gives the program's own library to modules that have none installed.
 */
const HOOK = `
let port, library, folder
const outside = new Set()
export async function initialize(data) { ({ port, library, folder } = data) }
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('${OUTSIDE}')) {
    const wanted = specifier.slice(${OUTSIDE.length})
    const found = await next(wanted, { ...context, parentURL: folder })
    outside.add(found.url)
    port.postMessage({ from: specifier, to: found.url })
    return found
  }
  if (!outside.has(context.parentURL)) return next(specifier, context)
  if (specifier === '${LIBRARY}') {
    try {
      return await next(specifier, context)
    } catch {
      return next(library, context)
    }
  }
  const found = await next(specifier, context)
  outside.add(found.url)
  port.postMessage({ from: context.parentURL, to: found.url })
  return found
}
`

let notes: MessagePort | undefined
const edges: Edge[] = []

/**
 * Starts to record the imports of external modules.
 *
 * @param folder the working directory, from which environments are found
 */
export function watchImports(folder: URL): void {
  if (notes !== undefined) return
  const { port1, port2 } = new MessageChannel()
  const file = import.meta.url.endsWith('.ts') ? 'index.ts' : 'index.js'
  const library = new URL(LIBRARY_PATH + file, import.meta.url).href
  const data = { port: port2, library, folder: folder.href }
  const url = `data:text/javascript,${encodeURIComponent(HOOK)}`
  register(url, { parentURL: import.meta.url, data, transferList: [port2] })
  port1.unref()
  notes = port1
}

/** The path differs between sources and build, because the bundle has all files in one folder. */
const LIBRARY_PATH = import.meta.url.includes('/program/') ? '../env/' : '../../env/'

/** Every module that this one loads so far, directly or indirectly, and itself. */
export function loadedModules(specifier: string): ReadonlySet<string> {
  for (;;) {
    const message = notes && receiveMessageOnPort(notes)
    if (message === undefined) break
    edges.push(message.message as Edge)
  }
  const modules = new Set<string>()
  const visit = (url: string): void => {
    for (const edge of edges) {
      if (edge.from !== url || modules.has(edge.to)) continue
      modules.add(edge.to)
      visit(edge.to)
    }
  }
  visit(`${OUTSIDE}${specifier}`)
  return modules
}
