/** Codes that terminals of the world keep, as real ones do over power cuts, by the product they registered at and their phone. */
const codes = new Map<string, string>()

const keyOf = (devicePort: number, phone: string): string => `${devicePort} ${phone}`

export const keptCode = (devicePort: number, phone: string): string | undefined => codes.get(keyOf(devicePort, phone))

export function keepCode(devicePort: number, phone: string, code: string): void {
  codes.set(keyOf(devicePort, phone), code)
}
