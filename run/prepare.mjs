// Installs and builds without starting anything: for an image, or for a checkout that its users may not write.
// Usage: node run/prepare.mjs
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from './build-if-changed.mjs'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
buildIfChanged(root)
