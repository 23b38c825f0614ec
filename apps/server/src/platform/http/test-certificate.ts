import { generateKeyPairSync, sign } from 'node:crypto'

/** DER: a value with its tag and length. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const value = Buffer.concat(parts)
  const length =
    value.length < 128
      ? Buffer.from([value.length])
      : value.length < 256
        ? Buffer.from([0x81, value.length])
        : Buffer.from([0x82, value.length >> 8, value.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, value])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const utcTime = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

/** A key and a self-signed certificate of `localhost`, both as PEM. Valid for one day, generated per run; no key is committed. */
export function selfSignedCertificate(now: Date): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const name = sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')))))
  const dayMs = 86_400_000
  const body = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() - dayMs)), utcTime(new Date(now.getTime() + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const lines = sequence(body, ecdsaWithSha256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
