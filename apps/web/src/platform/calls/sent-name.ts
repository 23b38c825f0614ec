/** As the server takes it, characters. */
const longestName = 120

/** The name under which a file is sent: control characters, halves of characters and a path are no part of it. */
export const sentName = (name: string): string =>
  [...name.replaceAll(/[\\/\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()].slice(-longestName).join('').trim() || 'file'
