// Loaded into the server before its program (NODE_OPTIONS=--import): its clock starts at CLOCK_STARTS_AT instead of at now, and runs
// CLOCK_RATE times as fast.
const begunAt = Date.now()
const startsAt = Date.parse(process.env.CLOCK_STARTS_AT)
const rate = Number(process.env.CLOCK_RATE ?? 1)

globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(Date.now())
    else super(...parts)
  }

  static now() {
    return Math.floor(startsAt + (super.now() - begunAt) * rate)
  }
}
