// Builds dist/server.js, dist/fleet.js and the web console under dist/web.
// Usage: npm run build [-- --only server,fleet,web]; TANKER_BUILD sets another output folder, as the journeys do.
import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceHash, stampOf } from './source-hash.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Bundles a program with our workspaces; packages from npm stay external. */
async function bundle(entry, outfile) {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'ours-inside',
        setup(build) {
          build.onResolve({ filter: /^[^./]/ }, (args) => {
            const ours = /^@tanker\/([^/]+)\/(.+)$/.exec(args.path)
            if (args.kind === 'entry-point') return null
            if (!ours) return { path: args.path, external: true }
            return { path: join(root, existsSync(join(root, 'packages', ours[1])) ? 'packages' : 'apps', ours[1], 'src', `${ours[2]}.ts`) }
          })
        },
      },
    ],
  })
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1].split(',') : ['server', 'fleet', 'web']
const folder = process.env.TANKER_BUILD ?? join(root, 'dist')
await mkdir(folder, { recursive: true })
// Node resolves external packages relative to the bundle.
if (folder !== join(root, 'dist') && !existsSync(join(folder, 'node_modules')))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
if (only.includes('server')) {
  await bundle('apps/server/src/main.ts', join(folder, 'server.js'))
  await bundle('apps/server/src/features/thresholds/trial/trial-thread.ts', join(folder, 'threshold-trial.js'))
}
if (only.includes('fleet')) await bundle('apps/fleet/src/main.ts', join(folder, 'fleet.js'))
if (only.includes('web')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'apps/web'], {
    cwd: root,
    // A test that starts the product is served the same files as a user.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
// Lets the next start skip the build.
if (only.length === 3 && folder === join(root, 'dist')) await writeFile(stampOf(root), sourceHash(root))
