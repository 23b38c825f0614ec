type FormValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type FormValues = Readonly<Record<string, FormValue>>

/** Arrays become repeated keys, absent values nothing (spec 7.1). */
export const formEncode = (values: FormValues): string => {
  const encoded = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) encoded.append(key, String(one))
  }
  return encoded.toString()
}
