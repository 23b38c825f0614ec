import { createHash } from 'node:crypto'

/** The hash to store for a random 256-bit secret, which cannot be guessed and so needs no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
