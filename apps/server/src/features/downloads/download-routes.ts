import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PLUG_INS, type PlugIn } from '@tanker/contract/downloads'
import { BYTES } from '@tanker/contract/endpoint'
import { downloadCalls } from '@tanker/contract/endpoints/downloads'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { downloadErrors } from './download-errors.ts'

type PlugInFile = { readonly plugIn: PlugIn; readonly fileName: string; readonly sizeBytes: number }

/** Files provided by an administrator; a missing folder counts as empty. */
async function plugInFiles(folder: string): Promise<PlugInFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: PlugInFile[] = []
  for (const plugIn of PLUG_INS) {
    const fileName = names.toSorted().find((name) => name.startsWith(`${plugIn}.`) || name.startsWith(`${plugIn}-`))
    if (fileName === undefined) continue
    const file = await stat(join(folder, fileName))
    if (file.isFile()) found.push({ plugIn, fileName, sizeBytes: file.size })
  }
  return found
}

/** Downloads of the shell (spec 1, 2.11): water-truck accounts only get their manual (spec 6). */
export const downloadRoutes = ({ settings }: HttpParts): Route[] => [
  handle(downloadCalls.list, async ({ user }) =>
    user.waterTruckAccount
      ? { manual: 'water-truck' as const, plugIns: [] }
      : { manual: 'console' as const, plugIns: await plugInFiles(settings.downloadsFolder) },
  ),

  handle(downloadCalls.plugIn, async ({ input, user }) => {
    const files = user.waterTruckAccount ? [] : await plugInFiles(settings.downloadsFolder)
    const file = files.find(({ plugIn }) => plugIn === input.plugIn)
    if (!file) throw downloadErrors.noSuchFile()
    return new FileAnswer(createReadStream(join(settings.downloadsFolder, file.fileName)), BYTES, file.fileName)
  }),
]
