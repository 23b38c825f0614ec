/** Browsers by the sign that tells them apart, those first whose text also carries another's name. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['WeChat', /\bMicroMessenger\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[.\d]*(?: Mobile\/\w+)? Safari\//],
]
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /Windows NT/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** A User-Agent header as people read it, such as `Chrome 140 · Windows`; its beginning where it is no browser's. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.map(([name, sign]) => [name, sign.exec(userAgent)?.[1]] as const).find(([, version]) => version !== undefined)
  if (!browser) return userAgent.replaceAll(/\p{Cc}/gu, '').slice(0, 40)
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0]
  return [`${browser[0]} ${browser[1]}`, ...(system === undefined ? [] : [system])].join(' · ')
}
