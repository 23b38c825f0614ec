import { createTransport } from 'nodemailer'
import type { SendAnswer } from './deliver-queue.ts'

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

const patienceMs = 15_000

/** Sends one mail. The message id lets the receiver recognise a duplicate. */
export async function handOverMail(
  { address, from }: MailServer,
  { id, to, subject, text, attachment }: OutgoingMail,
): Promise<SendAnswer> {
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
    return { what: answerOf(error as SmtpError), said: (error as SmtpError).message.slice(0, 300) }
  } finally {
    transport.close()
  }
}

/** The domain of an address, with or without a display name. */
const domainOf = (address: string): string => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost'

type SmtpError = { readonly code?: string; readonly responseCode?: number; readonly message: string }

/** What the error says of this mail; one of the connection or of our sign-in says nothing of it. */
function answerOf({ code, responseCode = 0 }: SmtpError): Exclude<SendAnswer['what'], 'sent'> {
  // 421: the service closes (RFC 5321, 3.8).
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || responseCode === 421) return 'unanswered'
  // 4yz is temporary (RFC 5321, 4.2.1); without a code the mail itself cannot be sent, such as one that is too large.
  return responseCode >= 400 && responseCode < 500 ? 'busy' : 'refused'
}
