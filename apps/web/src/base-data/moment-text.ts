/** A moment as the control writes it in the user's zone; '' for none. */
export const localOf = (value: string): string => {
  const at = Date.parse(value)
  if (Number.isNaN(at)) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** What the control holds as the form keeps it: UTC, to the second; '' for none. */
export const momentOf = (local: string): string => {
  const at = Date.parse(local)
  return Number.isNaN(at) ? '' : `${new Date(at).toISOString().slice(0, 19)}Z`
}
