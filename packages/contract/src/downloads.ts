import { z } from 'zod'

/** What an administrator may put into the downloads folder: a file whose name begins so (readings: plug-ins). */
export const PLUG_INS = ['video-plugin', 'card-plugin'] as const
export type PlugIn = (typeof PLUG_INS)[number]

/** GET /downloads: the plug-ins that there is a file for, and which operation manual this account reads (spec 6). */
export const downloads = z.object({
  manual: z.enum(['console', 'water-truck']),
  plugIns: z.array(z.object({ plugIn: z.enum(PLUG_INS), fileName: z.string(), sizeBytes: z.number().int() })),
})
export type Downloads = z.infer<typeof downloads>
