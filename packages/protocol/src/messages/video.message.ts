// JT/T 1078-2016 signalling. The media packets themselves are not here.

import { byte, countedText, doubleWord, fixedBytes, loosely, message, remainingList, struct, time, word } from '../layout.ts'

const channel = byte

/** 0x9003 */
export const queryMediaAttributes = message(0x9003, 'query-media-attributes', struct({}))

/** 0x1003 */
export const mediaAttributes = message(
  0x1003,
  'media-attributes',
  struct({
    audioCodec: byte,
    audioChannels: byte,
    /** 0 8 kHz, 1 22.05 kHz, 2 44.1 kHz, 3 48 kHz. */
    sampleRate: byte,
    /** 0 8 bits, 1 16, 2 32. */
    sampleBits: byte,
    frameLength: word,
    audioOutput: byte,
    videoCodec: byte,
    maxAudioChannels: byte,
    maxVideoChannels: byte,
  }),
)

/** 0x1005: passengers between two times. */
export const passengerCount = message(0x1005, 'passenger-count', struct({ from: time, to: time, boarded: word, alighted: word }))

/** 0x9101 */
export const startLiveVideo = message(
  0x9101,
  'start-live-video',
  struct({
    /** Where the terminal dials. */
    host: countedText(byte),
    tcpPort: word,
    udpPort: word,
    channel,
    /** 0 sound and picture, 1 picture, 2 talking, 3 listening, 4 broadcast, 5 transparent. */
    dataType: byte,
    /** 0 main, 1 sub. */
    stream: byte,
  }),
)

/** 0x9102 */
export const controlLiveVideo = message(
  0x9102,
  'control-live-video',
  struct({
    channel,
    /** 0 close, 1 switch stream, 2 pause, 3 resume, 4 end talking. */
    command: byte,
    /** 0 all, 1 sound, 2 picture. */
    close: byte,
    stream: byte,
  }),
)

/** 0x9105 */
export const liveVideoLoss = message(0x9105, 'live-video-loss', struct({ channel, lossPercent: byte }))

/** 0x9201 */
export const startPlayback = message(
  0x9201,
  'start-playback',
  struct({
    host: countedText(byte),
    tcpPort: word,
    udpPort: word,
    channel,
    /** 0 sound and picture, 1 sound, 2 picture, 3 either. */
    media: byte,
    /** 0 all, 1 main, 2 sub. */
    stream: byte,
    /** 0 all, 1 main, 2 backup. */
    storage: byte,
    /** 0 normal, 1 fast, 2 key frames back, 3 key frames, 4 single frame. */
    mode: byte,
    /** 0 none, 1–5 ×1, ×2, ×4, ×8, ×16. */
    speed: byte,
    from: time,
    /** Zeros: until stopped. */
    to: time,
  }),
)

/** 0x9202 */
export const controlPlayback = message(
  0x9202,
  'control-playback',
  struct({
    channel,
    /** 0 start, 1 pause, 2 end, 3 fast, 4 key frames back, 5 seek, 6 key frames. */
    command: byte,
    speed: byte,
    position: time,
  }),
)

/** 0x9205 */
export const queryRecordings = message(
  0x9205,
  'query-recordings',
  struct({
    channel,
    /** Zeros leave an end open. */
    from: time,
    to: time,
    /** Low word the alarm bits of 0x0200, high word those of 1078; zeros are all. */
    alarmBits: fixedBytes(8),
    media: byte,
    stream: byte,
    storage: byte,
  }),
)

const recording = struct({
  channel,
  from: time,
  to: time,
  alarmBits: fixedBytes(8),
  media: byte,
  stream: byte,
  storage: byte,
  bytes: doubleWord,
})

/** 0x1205: often in parts. */
export const recordings = message(
  0x1205,
  'recordings',
  struct({ replySerial: word, items: loosely(doubleWord, remainingList(recording)) }),
  { to: 'commands', acknowledged: true },
)

/** 0x9206: asks for recordings by FTP. */
export const uploadRecordings = message(
  0x9206,
  'upload-recordings',
  struct({
    host: countedText(byte),
    port: word,
    user: countedText(byte),
    password: countedText(byte),
    path: countedText(byte),
    channel,
    from: time,
    to: time,
    alarmBits: fixedBytes(8),
    media: byte,
    stream: byte,
    storage: byte,
    /** Bits 0 by WLAN, 1 by cable, 2 by mobile network. */
    conditions: byte,
  }),
)

/** 0x1206 */
export const uploadFinished = message(0x1206, 'upload-finished', struct({ replySerial: word, result: byte }))

/** 0x9207: 0 pause, 1 go on, 2 cancel. */
export const controlUpload = message(0x9207, 'control-upload', struct({ replySerial: word, command: byte }))

/** 0x9301: turns the camera; 0 stop, 1 up, 2 down, 3 left, 4 right. */
export const turnCamera = message(0x9301, 'turn-camera', struct({ channel, direction: byte, speed: byte }))

const cameraSwitch = struct({ channel, value: byte })

export const focusCamera = message(0x9302, 'focus-camera', cameraSwitch)
export const apertureCamera = message(0x9303, 'aperture-camera', cameraSwitch)
export const wipeCamera = message(0x9304, 'wipe-camera', cameraSwitch)
export const lightCamera = message(0x9305, 'light-camera', cameraSwitch)
export const zoomCamera = message(0x9306, 'zoom-camera', cameraSwitch)
