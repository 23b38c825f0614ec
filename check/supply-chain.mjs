import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that a product under Apache-2.0 may carry along. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
])

/** Every package that ships: writes the bill of materials (CycloneDX) to dist/, and answers what is wrong, a line each. */
export function supplyChainProblems(root) {
  const { stdout, stderr, status } = npm(root, 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx')
  if (status !== 0) return [stderr.trim() || 'npm sbom failed']
  const { components } = JSON.parse(stdout)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'sbom.cdx.json'), stdout)
  if (components.length < 50) return [`only ${components.length} packages were found: the list cannot be whole`]
  return [
    ...components.flatMap(({ purl, licenses }) => {
      if (decodeURIComponent(purl).startsWith('pkg:npm/@tanker/')) return []
      const names = (licenses ?? []).map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
      return isAllowed(names) ? [] : [`${decodeURIComponent(purl)}: licence ${names.join(', ') || 'unknown'} is not on the list`]
    }),
    ...unlockedPackages(root),
    ...knownHoles(root),
  ]
}

/** One of alternatives is enough, all of a conjunction are needed. */
const isAllowed = (names) =>
  names.length > 0 &&
  names.every((name) =>
    name
      .replace(/^\(|\)$/g, '')
      .split(' OR ')
      .some((one) => one.split(' AND ').every((id) => ALLOWED.has(id.trim()))),
  )

/** Each locked package states its hash, and none comes from an address of its own. */
function unlockedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { link, integrity, resolved }]) => {
    if (!path.includes('node_modules/') || link) return []
    if (!integrity) return [`${path}: no hash in package-lock.json`]
    return resolved === undefined ? [] : [`${path}: package-lock.json names an address; install with omit-lockfile-registry-resolved`]
  })
}

/** Holes of high severity that the registry knows of. A registry that answers no audits is said and passed over. */
function knownHoles(root) {
  const { stdout } = npm(root, 'audit', '--omit', 'dev', '--json')
  let report
  try {
    report = JSON.parse(stdout)
  } catch {
    report = {}
  }
  if (!report.vulnerabilities) {
    console.log('  (this registry answers no audits: known holes were not looked up)')
    return []
  }
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity }) => `${name}: a known hole of ${severity} severity; npm audit says more`)
}

const npm = (root, ...args) =>
  spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000, shell: process.platform === 'win32' })
