import { createHash } from 'node:crypto'

/** What is stored of a random secret of 256 bits, which nobody can guess and so needs no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
