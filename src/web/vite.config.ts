import { defineConfig } from 'vite'
import { measurements } from './build/measured.ts'
import { compressFiles, firstLoadLimit, fontLicenses, woff2Only } from './build/plugins.ts'

/** Gzipped kilobytes that a browser loads before the first page shows. */
const FIRST_LOAD_KILOBYTES_MAX = 300
/** The licences of everything that is bundled, beside it. */
const LICENSES = 'third-party-licenses.md'
const FONTS = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono']

export default defineConfig({
  base: '/',
  publicDir: false,
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Every asset is a separate file, because the content security policy forbids inline ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    license: { fileName: LICENSES },
    // How long plugins took is no news in a build.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  plugins: [
    measurements('docs'),
    woff2Only(),
    firstLoadLimit(FIRST_LOAD_KILOBYTES_MAX),
    fontLicenses(LICENSES, FONTS),
    compressFiles(),
  ],
})
