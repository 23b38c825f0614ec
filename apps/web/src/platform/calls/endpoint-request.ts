import type { Endpoint } from '@tanker/contract/endpoint'
import type { FormValues } from './form-encoding.ts'

/** The path of a call with its parts filled from the input, and the fields that are left. */
export const requestOf = (
  { path }: Pick<Endpoint, 'path'>,
  input: FormValues | null,
): { readonly path: string; readonly values: FormValues } => {
  const values: Record<string, FormValues[string]> = { ...input }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const part = values[name]
    delete values[name]
    return encodeURIComponent(String(part))
  })
  return { path: filled, values }
}
