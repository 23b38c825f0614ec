/** Bits in the order of H.264, most significant first. */
export class BitWriter {
  #bytes = new Uint8Array(4_096)
  #length = 0
  #current = 0
  #count = 0

  /** At most 24 bits at a time. */
  bits(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.#current = (this.#current << 1) | ((value >> bit) & 1)
      this.#count += 1
      if (this.#count === 8) this.#push()
    }
  }

  #push(): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes[this.#length] = this.#current
    this.#length += 1
    this.#current = 0
    this.#count = 0
  }

  /** Exponential Golomb code of a number from 0 on (9.1 of the standard). */
  unsigned(value: number): void {
    const length = 32 - Math.clz32(value + 1)
    this.bits(0, length - 1)
    this.bits(value + 1, length)
  }

  /** The same of a number of either sign. */
  signed(value: number): void {
    this.unsigned(value > 0 ? value * 2 - 1 : value * -2)
  }

  /** Zeros up to the next byte. */
  align(): void {
    while (this.#count !== 0) this.bits(0, 1)
  }

  /** Of an aligned writer. */
  raw(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#current = byte
      this.#push()
    }
  }

  /** With the stop bit of a NAL unit. */
  finish(): Uint8Array {
    this.bits(1, 1)
    this.align()
    return this.#bytes.subarray(0, this.#length)
  }
}
