/** Where trucks bring live video. */
export type VideoAddress = {
  /** Name or address by which trucks reach this machine. */
  readonly host: string
  /** 0 takes any free port, and names it to the trucks. */
  readonly port: number
  /** The same for playback: packets do not say whether they are live. */
  readonly playbackPort: number
  /** Address that the port is opened on. */
  readonly listenHost: string
}
