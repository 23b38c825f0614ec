import { createTransport } from 'nodemailer'

/** Where mail is handed over, and who it is from. */
export type MailServer = {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly address: string
  readonly from: string
}

export type OutgoingMail = { readonly id: string; readonly to: string; readonly subject: string; readonly text: string }

/** `refused`: permanent, not retried. `unanswered`: unknown whether it was accepted. */
export type MailAnswer = { readonly what: 'sent' } | { readonly what: 'refused' | 'unanswered'; readonly said: string }

const patienceMs = 15_000

/** Hands one mail over. The message id lets the receiver's side see that a mail which came twice is one. */
export async function handOverMail({ address, from }: MailServer, { id, to, subject, text }: OutgoingMail): Promise<MailAnswer> {
  const transport = createTransport({ url: address, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs })
  try {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
      textEncoding: 'base64',
      messageId: `<tanker-${id}@${domainOf(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return { what: 'sent' }
  } catch (error) {
    const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
    // 5yz is for good (RFC 5321, 4.2.1), but for a password of ours that was changed there; 4yz and silence are not.
    const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
    return { what: isRefused ? 'refused' : 'unanswered', said: message.slice(0, 300) }
  } finally {
    transport.close()
  }
}

/** What stands behind the @ of an address, with or without a name before it. */
const domainOf = (address: string): string => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost'
