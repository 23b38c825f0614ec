import { FEED_TIMES, type ServerMessage } from '@tanker/contract/feed'

type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>

export type AlarmSocketEvents = {
  /** The first and the second message (spec 7.4), made at each opening. */
  readonly firstMessages: () => readonly object[]
  readonly onMessage: (message: ServerMessage) => void
  readonly onConnected: (connected: boolean) => void
}

type AlarmSocket = {
  /** Opens a new line at once, in place of the one that is open or waited for. */
  readonly reopen: () => void
  readonly stop: () => void
}

/** The alarm socket (spec 4.3, 7.4): reopened until `stop` is called. `connect` makes one socket. */
export const keepAlarmSocket = (connect: () => Socket, events: AlarmSocketEvents): AlarmSocket => {
  let socket: Socket | null = null
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let reconnect: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const open = (): void => {
    clearTimeout(reconnect)
    clearInterval(heartbeat)
    const opened = connect()
    socket = opened
    opened.onopen = () => {
      for (const message of events.firstMessages()) opened.send(JSON.stringify(message))
      clearInterval(heartbeat)
      heartbeat = setInterval(() => opened.send(''), FEED_TIMES.heartbeatMs)
      events.onConnected(true)
    }
    opened.onmessage = ({ data }: MessageEvent) => {
      if (data === 'pong') return
      events.onMessage(JSON.parse(String(data)) as ServerMessage)
    }
    opened.onclose = () => {
      if (socket !== opened) return
      clearInterval(heartbeat)
      socket = null
      events.onConnected(false)
      if (!stopped) reconnect = setTimeout(open, FEED_TIMES.reconnectMs)
    }
  }

  open()
  return {
    reopen: () => {
      if (stopped) return
      const before = socket
      open()
      before?.close()
    },
    stop: () => {
      stopped = true
      clearTimeout(reconnect)
      clearInterval(heartbeat)
      socket?.close()
    },
  }
}
