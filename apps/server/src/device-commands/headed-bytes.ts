/** Bytes with a separate header. Parts are views of the shared bytes, without a copy per truck. */
export class HeadedBytes {
  readonly #head: Uint8Array
  readonly #content: Uint8Array

  constructor(head: Uint8Array, content: Uint8Array) {
    this.#head = head
    this.#content = content
  }

  get length(): number {
    return this.#head.length + this.#content.length
  }

  slice(start: number, end: number): Uint8Array {
    const headLength = this.#head.length
    if (start >= headLength) return this.#content.subarray(start - headLength, end - headLength)
    return Buffer.concat([this.#head.subarray(start, end), this.#content.subarray(0, Math.max(0, end - headLength))])
  }
}
