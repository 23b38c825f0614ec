/** What the verification code is drawn from: nothing that can be taken for something else (0 O, 1 I L, 2 Z, 5 S, 8 B, U V). */
export const CODE_CHARACTERS = '34679ACDEFGHJKMNPQRTWXY'

const LENGTH = 4 // spec 3.1, 9

/** `random` answers 0 ≤ r < 1. */
export const drawVerificationCode = (characters: string, random: () => number): string =>
  Array.from({ length: LENGTH }, () => characters[Math.floor(random() * characters.length)]).join('')

export const isVerificationCode = (typed: string, code: string): boolean => typed.trim().toUpperCase() === code
