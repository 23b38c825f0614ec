/** A photo of the page, with what the list says of it. */
export type ShownPhoto = {
  readonly id: string
  readonly url: string
  readonly plate: string
  readonly takenAt: string
  /** Where the camera looks and why it took the photo. */
  readonly about: string
  /** Place and speed. */
  readonly where: string
}
