/**
 * On the channel `prompts`: a message that a truck gets at once if it is connected, and what became of it. Nothing of it is stored:
 * it is for what ends with the one who waits for it, such as a view of a camera.
 */
export type Prompt = { readonly prompt: string; readonly truckId: number; readonly messageId: number; readonly body: Uint8Array }

/** A part of what a 0x1205 lists: bodies of 0x1205 that fit into a payload, numbered from 0. */
export type RecordingsPart = { readonly part: number; readonly parts: number; readonly isCut: boolean; readonly body: Uint8Array }

/** 'sent' at once, then the result of the terminal's 0x0001, or the recordings that it listed. */
export type PromptNews = { readonly about: string; readonly news: 'sent' | number | RecordingsPart }

export const encodePrompt = ({ prompt, truckId, messageId, body }: Prompt): string =>
  JSON.stringify([prompt, truckId, messageId, Buffer.from(body).toString('base64')])

export const encodePromptNews = ({ about, news }: PromptNews): string =>
  JSON.stringify(
    typeof news === 'object'
      ? [about, 'recordings', news.part, news.parts, news.isCut, Buffer.from(news.body).toString('base64')]
      : [about, news],
  )

/** Null for news, and for the empty hint. */
export function decodePrompt(payload: string): Prompt | null {
  const parts = partsOf(payload)
  if (parts?.length !== 4) return null
  const [prompt, truckId, messageId, body] = parts as [string, number, number, string]
  return { prompt, truckId, messageId, body: Buffer.from(body, 'base64') }
}

/** Null for prompts, and for the empty hint. */
export function decodePromptNews(payload: string): PromptNews | null {
  const fields = partsOf(payload)
  if (fields?.length === 6) {
    const [about, , part, parts, isCut, body] = fields as [string, string, number, number, boolean, string]
    return { about, news: { part, parts, isCut, body: Buffer.from(body, 'base64') } }
  }
  if (fields?.length !== 2) return null
  const [about, news] = fields as [string, 'sent' | number]
  return { about, news }
}

const partsOf = (payload: string): readonly unknown[] | null => (payload.startsWith('[') ? (JSON.parse(payload) as unknown[]) : null)
