import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
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

const folder = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root: folder,
  plugins: [react(), schemasStayOnServer, { name: 'base-map', config: () => buildBaseMap(`${folder}public/map`) }],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
})
