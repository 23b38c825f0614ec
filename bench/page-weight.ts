// What each kind of page of the web console loads before it can be used: KB of code and styles as gzip packs them, by walking the build.
// Usage: npm run bench -- page-weight [--files] (lists the files of each page, largest first)
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } })

/** What a page imports at its start, one after another: the static imports of each are counted, every file once. */
const PAGES: readonly { readonly name: string; readonly modules: readonly string[] }[] = [
  { name: 'sign-in', modules: ['index.html', 'src/features/login/login-page.tsx'] },
  { name: 'first list', modules: ['index.html', 'src/shell/shell.tsx', 'src/screens/report-screen.tsx'] },
  {
    name: 'form of a list',
    modules: ['index.html', 'src/shell/shell.tsx', 'src/screens/report-screen.tsx', 'src/base-data/actions/edit-row.tsx'],
  },
  { name: 'map board', modules: ['index.html', 'src/shell/shell.tsx', 'src/features/board/cargo-transport.tsx'] },
  {
    name: 'level trend',
    modules: ['index.html', 'src/shell/shell.tsx', 'src/features/level-trend/level-trend.tsx', 'src/platform/charts/echarts.ts'],
  },
]

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** A build of its own: the product's has no manifest. */
async function buildWithManifest(folder: string): Promise<Manifest> {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'apps/web', '--', '--manifest', '--logLevel', 'warn'], {
    env: { ...process.env, TANKER_BUILD: folder },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('the web console was not built')
  return JSON.parse(await readFile(join(folder, 'web', '.vite', 'manifest.json'), 'utf8')) as Manifest
}

/** Files that a module cannot start without. A module that the build does not know is an error: a page must not shrink by a move. */
function filesOf(manifest: Manifest, modules: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const open = [...modules]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    open.push(...(chunk.imports ?? []))
  }
  return files
}

const folder = await mkdtemp(join(tmpdir(), 'page-weight-'))
try {
  const manifest = await buildWithManifest(folder)
  const packed = new Map<string, number>()
  const sizeOf = async (file: string): Promise<number> => {
    const known = packed.get(file)
    if (known !== undefined) return known
    const size = gzipSync(await readFile(join(folder, 'web', file)), { level: 9 }).length
    packed.set(file, size)
    return size
  }
  const kb = (bytes: number): string => (bytes / 1024).toFixed(1).padStart(8)
  console.log(`${'KB, packed with gzip'.padEnd(24)}    code  styles   files`)
  for (const { name, modules } of PAGES) {
    const files = await Promise.all([...filesOf(manifest, modules)].map(async (file) => ({ file, size: await sizeOf(file) })))
    const sum = (ending: RegExp): number => files.reduce((bytes, { file, size }) => bytes + (ending.test(file) ? size : 0), 0)
    console.log(`${name.padEnd(24)}${kb(sum(/\.m?js$/))}${kb(sum(/\.css$/))}${String(files.length).padStart(8)}`)
    if (values.files) for (const { file, size } of files.toSorted((a, b) => b.size - a.size)) console.log(`${kb(size)}  ${file}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
