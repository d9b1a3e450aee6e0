import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Removes older font formats. Every browser that can run the console supports woff2. */
export function woff2Only(): Plugin {
  return {
    name: 'woff2-only',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('katex') || !id.endsWith('.css')) return
      return code.replaceAll(/,url\([^)]+\.(?:woff|ttf)\) ?format\("[a-z]+"\)/g, '')
    },
  }
}

const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length

/** The entry and its static imports. Fonts count uncompressed. */
function firstLoadFiles(bundle: Rolldown.OutputBundle): Map<string, number> {
  const sizes = new Map<string, number>()
  const add = (name: string): void => {
    const part = bundle[name]
    if (part === undefined || sizes.has(name)) return
    sizes.set(name, gzipped(part.type === 'chunk' ? part.code : part.source))
    if (part.type !== 'chunk') return
    for (const other of part.imports) add(other)
    for (const style of part.viteMetadata?.importedCss ?? []) add(style)
  }
  for (const [name, part] of Object.entries(bundle)) {
    if (part.type === 'chunk' && part.isEntry) add(name)
    if (/(inter|jetbrains).*\.woff2$/.test(name)) add(name)
  }
  return sizes
}

/** Fails the build if the first load is larger than the limit. */
export function firstLoadLimit(kilobytesMax: number): Plugin {
  return {
    name: 'first-load',
    generateBundle(_, bundle) {
      const sizes = firstLoadFiles(bundle)
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1_000
      this.info(`first load: ${total.toFixed(1)} kB gzipped, of ${kilobytesMax}`)
      if (total <= kilobytesMax) return
      const list = [...sizes].map(([name, size]) => `${name} ${size} B`).join(', ')
      this.error(`first load is ${total.toFixed(1)} kB, more than ${kilobytesMax}: ${list}`)
    },
  }
}

/** Adds the licences of fonts to those that the bundler lists, which cover only scripts. */
export function fontLicenses(fileName: string, fonts: readonly string[]): Plugin {
  return {
    name: 'font-licenses',
    writeBundle({ dir = '.' }) {
      for (const font of fonts) {
        const folder = `node_modules/${font}`
        const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
        const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim()
        appendFileSync(join(dir, fileName), `\n## ${font} - ${version} (OFL-1.1)\n\n${text}\n`)
      }
    },
  }
}

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/

/** Writes `.br` and `.gz` files, so that the server does not compress. */
export function compressFiles(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir = '.' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      for (const name of names.filter((each) => COMPRESSIBLE.test(each))) {
        const content = readFileSync(join(dir, name))
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, quality))
      }
    },
  }
}
