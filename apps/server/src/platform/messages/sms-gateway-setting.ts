import { type ExpectedAnswer, gatewayBody, isForm, OWN_BODY, type SmsGateway } from './sms-gateway.ts'

/** What is wrong with the settings of the gateway; begins with the name of the setting. */
export class WrongGateway extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** The gateway for text messages (docs/operating.md); null when none is set. */
export function smsGatewayOf(env: Environment): SmsGateway | null {
  const address = env['SMS_GATEWAY'] ?? ''
  if (address === '') return null
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw new WrongGateway(`SMS_GATEWAY ${address}: give the gateway's address, beginning with https:// or http://.`)
  const token = env['SMS_GATEWAY_TOKEN'] ?? ''
  const headers = { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...headersOf(env['SMS_GATEWAY_HEADERS'] ?? '') }
  const gateway = { address, headers, body: env['SMS_GATEWAY_BODY'] || OWN_BODY, ok: expectedOf(env['SMS_GATEWAY_OK'] ?? '') }
  checkBody(gateway)
  return gateway
}

/** The value is not repeated in a message: it contains a key. */
function headersOf(text: string): Record<string, string> {
  if (text === '') return {}
  try {
    const headers = JSON.parse(text) as Record<string, string>
    if (Array.isArray(headers) || Object.values(headers).some((value) => typeof value !== 'string')) throw new Error('no texts')
    return Object.fromEntries(new Headers(headers))
  } catch {
    throw new WrongGateway(`SMS_GATEWAY_HEADERS: give the headers as JSON, such as {"x-api-key":"…"}.`)
  }
}

function checkBody(gateway: SmsGateway): void {
  const wrong = (what: string): WrongGateway => new WrongGateway(`SMS_GATEWAY_BODY: ${what}`)
  for (const place of ['{phone}', '{content}'])
    if (!gateway.body.includes(place)) throw wrong(`${place} is missing; it is replaced by what is sent.`)
  if (isForm(gateway.headers)) return
  try {
    JSON.parse(gatewayBody(gateway, { id: '1', phone: '13900001001', content: '"' }))
  } catch {
    throw wrong(
      'give valid JSON, with {id}, {phone} and {content} inside of texts; or a form with its content-type in SMS_GATEWAY_HEADERS.',
    )
  }
}

function expectedOf(text: string): ExpectedAnswer | null {
  if (text === '') return null
  const [path = '', value = ''] = text.split(/=(.*)/s)
  if (!/^[\w-]+(\.[\w-]+)*$/.test(path) || value === '')
    throw new WrongGateway(`SMS_GATEWAY_OK ${text}: give the field of the answer and its value, such as code=0 or result.status=OK.`)
  return { path: path.split('.'), value }
}
