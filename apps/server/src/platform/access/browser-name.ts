/** Browsers by their token in the User-Agent; browsers that also name another one come first. */
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

/** A User-Agent header as readable text, such as `Chrome 140 · Windows`; its beginning if no browser is recognised. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.map(([name, sign]) => [name, sign.exec(userAgent)?.[1]] as const).find(([, version]) => version !== undefined)
  if (!browser) return userAgent.replaceAll(/\p{Cc}/gu, '').slice(0, 40)
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0]
  return [`${browser[0]} ${browser[1]}`, ...(system === undefined ? [] : [system])].join(' · ')
}
