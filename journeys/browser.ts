import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { PROJECT_FOLDER } from './running-product.ts'

const NSS_PLACES = ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64', '/usr/lib']
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge']

/** Whether `launchBrowser` starts the browser inside the npm package: the same to the pixel on every machine. */
export const isPackagedBrowser = (): boolean => !process.env['TANKER_BROWSER'] && process.platform === 'linux' && process.arch === 'x64'

/** Where the browser of the journeys comes from: `TANKER_BROWSER`, an installed one, or the one inside an npm package. */
async function executable(): Promise<string> {
  const wanted = process.env['TANKER_BROWSER']
  if (wanted) return wanted
  if (!isPackagedBrowser()) {
    const installed = INSTALLED.find(existsSync)
    if (installed) return installed
    throw new Error('No browser found for the journeys. Install Chromium, or name one with TANKER_BROWSER.')
  }
  // A bare machine lacks the one system library that Chromium wants. The package carries it for a cloud it knows by this name.
  if (!NSS_PLACES.some((folder) => existsSync(join(folder, 'libnss3.so')))) process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

/** A bare machine has no font with Chinese characters: fontconfig is pointed at the one that comes with the tests, and remembers it. */
async function fontEnvironment(): Promise<Record<string, string>> {
  const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
  const folder = join(PROJECT_FOLDER, 'node_modules', '.cache', 'tanker-fonts')
  const file = join(folder, 'fonts.conf')
  await mkdir(folder, { recursive: true })
  // Another worker may be reading it.
  const draft = `${file}.${process.pid}`
  await writeFile(
    draft,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(fonts, '400Regular')}</dir><dir>${join(fonts, '700Bold')}</dir><cachedir>${join(folder, 'cache')}</cachedir>
<match target="pattern"><edit name="family" mode="append"><string>Noto Sans SC</string></edit></match></fontconfig>`,
  )
  await rename(draft, file)
  return { FONTCONFIG_PATH: folder, FONTCONFIG_FILE: file }
}

/** A real Chromium, drawing WebGL in software, that reaches nothing but this machine. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await executable(),
    headless: true,
    env: { ...definedOnly(process.env), ...(await fontEnvironment()) },
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--disable-quic',
      '--disable-gpu-compositing',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-unsafe-swiftshader',
      '--autoplay-policy=no-user-gesture-required',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
