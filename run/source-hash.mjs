import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Stores the source hash of the build beside it. */
export const stampOf = (root) => join(root, 'dist', 'built-from')

/** Hash of the content of all build inputs; a copied checkout with its build is not rebuilt. */
export function sourceHash(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const look = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (
        entry.name === 'node_modules' ||
        entry.name === 'dist' ||
        entry.name.includes('.test.') ||
        (entry.name === 'map' && folder.endsWith('public'))
      )
        continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) look(path)
      else hash.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  for (const folder of ['packages', 'apps']) look(join(root, folder))
  return hash.digest('hex')
}
