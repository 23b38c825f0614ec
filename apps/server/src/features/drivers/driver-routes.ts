import { baseDataCalls } from '@tanker/contract/endpoints/base-data'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { readIdNumber } from './id-number.ts'
import { readPhoto, setPhoto } from './driver-photo.ts'

/** The photo of a driver (spec 3.6), and the numbers that other calls mask. */
export function driverRoutes({ now }: HttpParts): Route[] {
  const changer = (id: number, userName: string) => ({ id, userName, at: now() })
  return [
    handle(baseDataCalls.driverIdNumber, async ({ input, db, user }) =>
      readIdNumber(input.id, { db, writer: changer(user.id, user.userName) }),
    ),
    handle(baseDataCalls.driverPhoto, async ({ input, db }) => ({ dataUrl: await readPhoto(db, input.id) })),
    handle(baseDataCalls.setDriverPhoto, async ({ input, db, user, file }) => {
      await setPhoto(input.id, file ?? new Uint8Array(), { db, writer: changer(user.id, user.userName) })
      return null
    }),
    handle(baseDataCalls.removeDriverPhoto, async ({ input, db, user }) => {
      await setPhoto(input.id, null, { db, writer: changer(user.id, user.userName) })
      return null
    }),
  ]
}
