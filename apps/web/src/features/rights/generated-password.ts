/** Without 0 O 1 l I: people read these out to each other. */
const SIGNS = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 12

/** A random password from the browser's cryptographic generator. */
export function generatedPassword(): string {
  const most = 256 - (256 % SIGNS.length)
  let password = ''
  while (password.length < length) {
    const [byte = most] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < most) password += SIGNS[byte % SIGNS.length] ?? ''
  }
  return password
}
