import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig } from 'vite'
import { buildBaseMap } from './build-base-map.mjs'

/**
 * The browser takes constants and types from the contract, never its schemas: there zod is this absorber,
 * so that 60 KB do not ship. A schema that is run in the browser after all says so.
 */
const NO_ZOD = `
const run = () => { throw new Error('schemas run on the server only') }
const schema = new Proxy(function () {}, { apply: () => schema, get: (_, name) => (/parse/i.test(String(name)) ? run : schema) })
export const z = schema`

const schemasStayOnServer = {
  name: 'schemas-stay-on-server',
  enforce: 'pre',
  resolveId: (source) => (source === 'zod' ? '\0zod' : null),
  load: (id) => (id === '\0zod' ? NO_ZOD : null),
}

const mapLibrary = fileURLToPath(new URL('../src/', import.meta.resolve('maplibre-gl')))
const mapWorker = 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

/**
 * The map library ships its worker as a second whole bundle. Built from its sources instead, page and worker
 * have one chunk of what both need, and the page loses what it never uses: 110 KB less to load.
 */
const mapFromSources = {
  name: 'map-from-sources',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === 'maplibre-gl' ? `${mapLibrary}index.ts` : source === mapWorker ? '\0map-worker' : null),
  load(id) {
    if (id !== '\0map-worker') return null
    const worker = this.emitFile({ type: 'chunk', id: `${mapLibrary}source/worker.ts`, name: 'map-worker' })
    return `export default import.meta.ROLLUP_FILE_URL_${worker}`
  },
}

/** The server sends what lies beside a file as .br or .gz; made once here instead of on every request. */
const compressed = (outFolder) => ({
  name: 'compressed',
  apply: 'build',
  closeBundle: async () => {
    for (const file of await readdir(outFolder, { recursive: true })) {
      if (!/\.(m?js|css|json|svg|html)$/.test(file)) continue
      const content = await readFile(`${outFolder}/${file}`)
      if (content.length < 1024) continue
      await writeFile(`${outFolder}/${file}.gz`, gzipSync(content, { level: 9 }))
      await writeFile(`${outFolder}/${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    }
  },
})

/**
 * A file for each step into the console, with all that the step imports: what a step before has loaded is not in it. Left to itself the build
 * makes a file for each set of screens that share a piece, and a list asks for a hundred of them.
 */
const STEPS = {
  frame: /web[\\/]src[\\/](main|features[\\/]login[\\/]login-page)\.tsx$/,
  shell: /web[\\/]src[\\/]shell[\\/]shell\.tsx$/,
  list: /web[\\/]src[\\/](screens[\\/]report-screen|platform[\\/]account[\\/]two-step-card)\.tsx$/,
  form: /web[\\/]src[\\/]base-data[\\/]actions[\\/](add|edit)-row\.tsx$/,
}

const folder = fileURLToPath(new URL('.', import.meta.url))

const outFolder = process.env.TANKER_BUILD
  ? join(process.env.TANKER_BUILD, 'web')
  : fileURLToPath(new URL('../../dist/web', import.meta.url))

export default defineConfig({
  root: folder,
  plugins: [
    react(),
    schemasStayOnServer,
    mapFromSources,
    { name: 'base-map', config: () => buildBaseMap(`${folder}public/map`) },
    compressed(outFolder),
  ],
  // As the map library's own build has it: a field that is only declared does not overwrite what the base class set.
  oxc: { assumptions: { setPublicClassFields: true }, typescript: { removeClassFieldsWithoutInitializer: true } },
  build: {
    outDir: outFolder,
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: Object.entries(STEPS).map(([name, test]) => ({ name, test })),
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
})
