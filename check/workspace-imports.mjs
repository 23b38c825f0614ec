import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WORKSPACE = /^(packages\/[^/]+|apps\/[^/]+|bench|journeys)\//
/** What the type checker and knip see as well is left to them: this is about our own workspaces, which npm puts side by side anyway. */
const OURS = '@tanker/'

/**
 * Each workspace names in its package.json the workspaces that its files import, and no others, a line each. `modules` are those of
 * dependency-cruiser, imports of types included.
 */
export function workspaceImportProblems(root, modules) {
  const used = new Map()
  for (const { source, dependencies } of modules) {
    const from = WORKSPACE.exec(source)?.[1]
    if (from === undefined) continue
    for (const { resolved } of dependencies) {
      const to = WORKSPACE.exec(resolved)?.[1]
      if (to === undefined || to === from) continue
      const names = used.get(from) ?? used.set(from, new Map()).get(from)
      const name = nameOf(root, to)
      if (!names.has(name)) names.set(name, source)
    }
  }
  return [...new Set(modules.map(({ source }) => WORKSPACE.exec(source)?.[1]).filter((folder) => folder !== undefined))]
    .toSorted()
    .flatMap((folder) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
      const declared = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith(OURS))
      const imported = used.get(folder) ?? new Map()
      return [
        ...[...imported]
          .filter(([name]) => !declared.includes(name))
          .map(([name, source]) => `${folder}/package.json: ${name} is missing, which ${source} imports`),
        ...declared.filter((name) => !imported.has(name)).map((name) => `${folder}/package.json: nothing there imports ${name}`),
      ]
    })
}

/** By the name in its package.json; bench and journeys have files without one where none is written. */
function nameOf(root, folder) {
  const file = join(root, folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).name : folder
}
