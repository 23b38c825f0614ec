/** Where something happened: the fence that counted, if any, and the coordinates. */
export type Place = {
  readonly lat: number
  readonly lng: number
  readonly fenceId: number | null
  readonly fenceName: string | null
  readonly speedKmh: number
  readonly headingDeg: number
}
