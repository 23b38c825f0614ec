import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WORKSPACE = /^(packages\/[^/]+|apps\/[^/]+|bench|journeys)\//
/** Only our own workspaces, which npm always links; the type checker and knip cover other packages. */
const OURS = '@tanker/'

/**
 * Workspaces that are imported but not declared in package.json, or declared but not imported, a line each. `modules` come from
 * dependency-cruiser and include type imports.
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

/** Name in package.json, or the folder if there is no package.json. */
function nameOf(root, folder) {
  const file = join(root, folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).name : folder
}
