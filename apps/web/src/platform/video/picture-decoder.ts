import type { MediaFrame } from '@tanker/contract/media-frame'

/** Whether this browser decodes pictures one by one: a current one, and the page by HTTPS or from this machine. */
export const decodesPictures = (): boolean => 'VideoDecoder' in globalThis

/** Pictures that the decoder may not have decoded yet; with more the newest key picture is waited for. */
const MAX_UNDECODED = 60

/** Decodes access units and draws the newest picture; a damaged one costs no more than what follows up to the next key picture. */
export class PictureDecoder {
  readonly #canvas: HTMLCanvasElement
  readonly #onPicture: (at: number) => void
  #decoder: VideoDecoder | null = null
  #codec: string | null = null
  #needsKey = true
  #newest: VideoFrame | null = null
  #painting = 0
  #isClosed = false

  /** @param onPicture gets the time of each picture, milliseconds by the terminal */
  constructor(canvas: HTMLCanvasElement, onPicture: (at: number) => void) {
    this.#canvas = canvas
    this.#onPicture = onPicture
  }

  /** Before the first picture, and where codec or size change. False where this browser cannot show the codec. */
  async start(codec: string): Promise<boolean> {
    // At once: the key picture that follows must not be lost while the browser is asked.
    this.#codec = codec
    this.#drop()
    const { supported } = await VideoDecoder.isConfigSupported({ codec }).catch(() => ({ supported: false }))
    return supported === true
  }

  decode({ isKey, at, data }: MediaFrame): void {
    if (this.#codec === null || (this.#needsKey && !isKey)) return
    if ((this.#decoder?.decodeQueueSize ?? 0) > MAX_UNDECODED) {
      this.#drop()
      if (!isKey) return
    }
    this.#decoder ??= this.#made(this.#codec)
    this.#needsKey = false
    this.#decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: Math.round(at * 1_000), data }))
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
    cancelAnimationFrame(this.#painting)
    this.#newest?.close()
    this.#newest = null
  }

  #made(codec: string): VideoDecoder {
    const decoder = new VideoDecoder({
      output: (picture) => this.#take(picture, decoder),
      error: () => {
        if (this.#decoder === decoder) this.#drop()
      },
    })
    decoder.configure({ codec, optimizeForLatency: true })
    return decoder
  }

  #drop(): void {
    if (this.#decoder !== null && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = null
    this.#needsKey = true
  }

  #take(picture: VideoFrame, from: VideoDecoder): void {
    if (this.#isClosed || from !== this.#decoder) return picture.close()
    this.#newest?.close()
    this.#newest = picture
    this.#onPicture(picture.timestamp / 1_000)
    if (this.#painting === 0) this.#painting = requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    this.#painting = 0
    const picture = this.#newest
    this.#newest = null
    if (picture === null) return
    const { displayWidth: width, displayHeight: height } = picture
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height })
    this.#canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    picture.close()
  }
}
