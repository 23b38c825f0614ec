import { readFileSync } from 'node:fs'

/** An S3-compatible server and the bucket in it (docs/operating.md). */
export type ObjectStoreSetting = {
  readonly endpoint: URL
  readonly bucket: string
  readonly region: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean
  /** Begins every key; empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKey: string
  readonly secretKey: string
}

/** What is wrong with the settings of the object store; begins with the name of the setting. */
export class WrongObjectStore extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const PARTS = ['ENDPOINT', 'BUCKET', 'REGION', 'PATH_STYLE', 'PREFIX', 'ACCESS_KEY', 'SECRET_KEY', 'KEYS_FILE'] as const

/**
 * The store named by the settings that begin with `name`, such as EVIDENCE_S3_ENDPOINT; null when none of them is set.
 * @throws WrongObjectStore
 */
export function objectStoreOf(env: Environment, name: string): ObjectStoreSetting | null {
  const said = (part: (typeof PARTS)[number]): string => (env[`${name}_${part}`] ?? '').trim()
  if (PARTS.every((part) => said(part) === '')) return null
  const wrong = (part: (typeof PARTS)[number], what: string): WrongObjectStore => new WrongObjectStore(`${name}_${part}: ${what}`)
  const endpoint = URL.canParse(said('ENDPOINT')) ? new URL(said('ENDPOINT')) : null
  if (
    endpoint === null ||
    !/^https?:$/.test(endpoint.protocol) ||
    endpoint.pathname !== '/' ||
    endpoint.search !== '' ||
    endpoint.username !== ''
  )
    throw wrong('ENDPOINT', 'give the address of the S3-compatible server, such as https://s3.example.com or http://127.0.0.1:9000.')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(said('BUCKET')))
    throw wrong('BUCKET', 'give the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.')
  const region = said('REGION') || 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw wrong('REGION', 'give the region of the bucket, such as cn-north-1.')
  const pathStyle = said('PATH_STYLE') || 'yes'
  if (pathStyle !== 'yes' && pathStyle !== 'no')
    throw wrong('PATH_STYLE', 'give yes for addresses with the bucket in their path, no for the bucket in the host name.')
  const prefix = said('PREFIX').replace(/^\/+|\/+$/g, '')
  if (!/^[\w./-]{0,100}$/.test(prefix) || prefix.split('/').includes('..'))
    throw wrong('PREFIX', 'give letters, digits, dots, hyphens and slashes, such as tanker/evidence.')
  return {
    endpoint,
    bucket: said('BUCKET'),
    region,
    pathStyle: pathStyle === 'yes',
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...keysOf(said, wrong),
  }
}

/** Keys are never repeated in a message. */
function keysOf(
  said: (part: (typeof PARTS)[number]) => string,
  wrong: (part: (typeof PARTS)[number], what: string) => WrongObjectStore,
): { accessKey: string; secretKey: string } {
  const file = said('KEYS_FILE')
  if (file !== '' && (said('ACCESS_KEY') !== '' || said('SECRET_KEY') !== ''))
    throw wrong('KEYS_FILE', 'give the keys in the file or in the other two settings, not in both.')
  const [accessKey, secretKey] = file === '' ? [said('ACCESS_KEY'), said('SECRET_KEY')] : linesOf(file, wrong)
  if (!/^\S{1,200}$/.test(accessKey ?? '')) throw wrong(file === '' ? 'ACCESS_KEY' : 'KEYS_FILE', 'the access key is missing.')
  if (!/^\S{1,500}$/.test(secretKey ?? '')) throw wrong(file === '' ? 'SECRET_KEY' : 'KEYS_FILE', 'the secret key is missing.')
  return { accessKey: accessKey ?? '', secretKey: secretKey ?? '' }
}

function linesOf(file: string, wrong: (part: 'KEYS_FILE', what: string) => WrongObjectStore): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch (error) {
    throw wrong(
      'KEYS_FILE',
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); it has the access key and the secret key, a line each.`,
    )
  }
}
