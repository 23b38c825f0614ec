import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const OURS = /^(packages|apps|docs|run|check|bench|journeys)\/[\w./-]*$/

/** Paths in documents that do not exist, a line each. */
export function missingDocumentPaths(root) {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const named = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]).filter((path) => OURS.test(path))
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => join(dirname(document), match[1]))
    return [...named, ...linked].filter((path) => !existsSync(join(root, path))).map((path) => `${document}: ${path} does not exist`)
  })
}
