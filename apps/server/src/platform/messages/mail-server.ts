import { createTransport } from 'nodemailer'

/** The mail server and the sender's address. */
export type MailServer = {
  /** smtp:// or smtps://, with user and password if the server needs them. */
  readonly address: string
  readonly from: string
}

export type OutgoingMail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: { readonly name: string; readonly content: Buffer }
}

/** `refused`: permanent, not retried. `unanswered`: unknown whether it was accepted. */
export type MailAnswer = { readonly what: 'sent' } | { readonly what: 'refused' | 'unanswered'; readonly said: string }

const patienceMs = 15_000

/** Sends one mail. The message id lets the receiver recognise a duplicate. */
export async function handOverMail(
  { address, from }: MailServer,
  { id, to, subject, text, attachment }: OutgoingMail,
): Promise<MailAnswer> {
  const transport = createTransport({ url: address, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs })
  try {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
      textEncoding: 'base64',
      ...(attachment === undefined ? {} : { attachments: [{ filename: attachment.name, content: attachment.content }] }),
      messageId: `<tanker-${id}@${domainOf(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return { what: 'sent' }
  } catch (error) {
    const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
    // 5yz is permanent (RFC 5321, 4.2.1), except for a wrong password of ours; 4yz and timeouts are temporary.
    const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
    return { what: isRefused ? 'refused' : 'unanswered', said: message.slice(0, 300) }
  } finally {
    transport.close()
  }
}

/** The domain of an address, with or without a display name. */
const domainOf = (address: string): string => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost'
