// Loaded into the server before its program (NODE_OPTIONS=--import): its clock starts at CLOCK_STARTS_AT instead of at now.
const behindMs = Date.now() - Date.parse(process.env.CLOCK_STARTS_AT)

globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(Date.now())
    else super(...parts)
  }

  static now() {
    return super.now() - behindMs
  }
}
