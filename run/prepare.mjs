// Installs and builds without starting: for a container image or a checkout that is read-only for its users.
// Usage: node run/prepare.mjs
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged } from './build-if-changed.mjs'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)
buildIfChanged(root)
