import { payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import { type PictureFormat, type PictureParts, pictureParts } from './picture-format.ts'

/** A picture that can be shown. */
export type ShowablePicture = {
  readonly data: Uint8Array
  readonly isKey: boolean
  /** Codec or size are others than before. */
  readonly isOther: boolean
}

/** Lets through what a player can show: from a key frame on, after a gap from the next one, with the parameter sets that it needs. */
export class PictureGate {
  format: PictureFormat | null = null
  #parameters: Uint8Array = new Uint8Array(0)
  #needsKey = true

  /** Another connection brings the pictures from now on. */
  restart(): void {
    this.format = null
    this.#needsKey = true
  }

  gap(): void {
    this.#needsKey = true
  }

  /** Null: nothing to show; 'unsupported': an unknown codec. */
  take(payloadType: number, data: Uint8Array): ShowablePicture | 'unsupported' | null {
    const parts = pictureParts(payloadType, data)
    if (parts === null) return 'unsupported'
    if (parts.parameters.length > 0) this.#parameters = parts.parameters
    if (!parts.hasPicture || (this.#needsKey && !parts.isKey)) return null
    const next = parts.isKey ? this.#formatOf(parts) : this.format
    if (next === null) return null
    const before = this.format
    this.format = next
    this.#needsKey = false
    // A player that begins here needs the parameter sets, which some cameras send only once.
    const whole = parts.isKey && parts.parameters.length === 0 ? Buffer.concat([this.#parameters, data]) : data
    const isOther = before?.codec !== next.codec || before.width !== next.width || before.height !== next.height
    return { data: whole, isKey: parts.isKey, isOther }
  }

  #formatOf({ format }: PictureParts): PictureFormat | null {
    return format ?? this.format ?? this.#formatOfBefore()
  }

  /** Of parameter sets that came without a picture. */
  #formatOfBefore(): PictureFormat | null {
    for (const payloadType of [payloadTypes.h264, payloadTypes.h265]) {
      const format = pictureParts(payloadType, this.#parameters)?.format ?? null
      if (format !== null) return format
    }
    return null
  }
}
