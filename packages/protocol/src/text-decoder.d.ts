/**
 * The one platform class that this package needs besides the language itself: the WHATWG decoder,
 * present in Node.js and in every browser, here only for GB 18030 text.
 */
declare var TextDecoder: {
  new (label: 'gb18030'): { decode(bytes: Uint8Array): string }
}
