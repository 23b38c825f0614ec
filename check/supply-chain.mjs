import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences compatible with distribution under Apache-2.0. */
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

/** Checks every shipped package: writes the bill of materials (CycloneDX) to dist/ and returns the problems, a line each. */
export function supplyChainProblems(root) {
  const { stdout, stderr, status } = npm(root, 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx')
  if (status !== 0) return [stderr.trim() || 'npm sbom failed']
  const { components } = JSON.parse(stdout)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'sbom.cdx.json'), stdout)
  if (components.length < 50) return [`only ${components.length} packages were found: the list is incomplete`]
  return [
    ...components.flatMap(({ purl, licenses }) => {
      if (decodeURIComponent(purl).startsWith('pkg:npm/@tanker/')) return []
      const names = (licenses ?? []).map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
      return isAllowed(names) ? [] : [`${decodeURIComponent(purl)}: licence ${names.join(', ') || 'unknown'} is not on the list`]
    }),
    ...unlockedPackages(root),
    ...knownVulnerabilities(root),
  ]
}

/** OR: one allowed licence is enough; AND: all must be allowed. */
const isAllowed = (names) =>
  names.length > 0 &&
  names.every((name) =>
    name
      .replace(/^\(|\)$/g, '')
      .split(' OR ')
      .some((one) => one.split(' AND ').every((id) => ALLOWED.has(id.trim()))),
  )

/** Locked packages must have a hash and no registry address. */
function unlockedPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { link, integrity, resolved }]) => {
    if (!path.includes('node_modules/') || link) return []
    if (!integrity) return [`${path}: no hash in package-lock.json`]
    return resolved === undefined ? [] : [`${path}: package-lock.json contains an address; install with omit-lockfile-registry-resolved`]
  })
}

/** Known vulnerabilities of high severity. Prints a note and skips if the registry offers no audit. */
function knownVulnerabilities(root) {
  const { stdout } = npm(root, 'audit', '--omit', 'dev', '--json')
  let report
  try {
    report = JSON.parse(stdout)
  } catch {
    report = {}
  }
  if (!report.vulnerabilities) {
    console.log('  (the registry offers no audit: known vulnerabilities were not checked)')
    return []
  }
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity }) => `${name}: known vulnerability of ${severity} severity; see npm audit`)
}

const npm = (root, ...args) =>
  spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000, shell: process.platform === 'win32' })
