/** What a person knows a row by, as its column holds it: a text, a plate, or a path of names. */
export const rowName = (value: unknown): string => {
  if (Array.isArray(value)) return String(value.at(-1) ?? '')
  return typeof value === 'object' && value !== null && 'plate' in value ? String(value.plate) : String(value ?? '')
}
