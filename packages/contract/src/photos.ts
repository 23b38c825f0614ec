import { z } from 'zod'

export const photoFileQuery = z.object({ photoId: z.string().regex(/^\d{1,18}$/) })
