// T/JSATL 12-2017 chapter 5: pictures and clips of an active-safety alarm.

import { ByteReader } from '../byte-reader.ts'
import { byte, countedText, doubleWord, fixedBytes, list, message, paddedText, struct, word, type Context, type Field } from '../layout.ts'
import { readSafetyMark, writeSafetyMark, type SafetyMark } from '../safety-mark.ts'

function markField(length: 16 | 40): Field<SafetyMark> {
  return {
    read: (reader) => readSafetyMark(reader, length),
    write: (writer, value) => writeSafetyMark(value, writer, length),
    shape: { kind: 'named', name: 'safetyMark' },
  }
}

/** The 16-byte or the 40-byte edition: reads the one that fits the body exactly, writes the model's. */
function ofEitherProfile<T>(jsatl: Field<T>, guangdong: Field<T>): Field<T> {
  const own = (context: Context) => (context.model.safetyProfile === 'guangdong' ? guangdong : jsatl)
  return {
    read(reader, context) {
      const exact = [own(context), jsatl, guangdong].find((layout) => {
        const trial = new ByteReader(reader.bytes, reader.position, reader.end)
        layout.read(trial, context)
        return !trial.short && trial.remaining === 0
      })
      return (exact ?? own(context)).read(reader, context)
    },
    write: (writer, value, context) => own(context).write(writer, value, context),
    shape: jsatl.shape,
  }
}

function evidenceRequest(mark: 16 | 40) {
  return struct({
    /** Where the terminal dials. */
    host: countedText(byte),
    tcpPort: word,
    udpPort: word,
    mark: markField(mark),
    /** 32 characters of ours, unique. */
    alarmNumber: paddedText(32),
    reserved: fixedBytes(16),
  })
}

/** 0x9208 */
export const requestEvidence = message(0x9208, 'request-evidence', ofEitherProfile(evidenceRequest(16), evidenceRequest(40)))

function evidenceList(mark: 16 | 40) {
  return struct({
    terminalId: paddedText(mark === 16 ? 7 : 30),
    mark: markField(mark),
    alarmNumber: paddedText(32),
    /** 0 first, 1 once more. */
    repeated: byte,
    files: list(byte, struct({ name: countedText(byte), bytes: doubleWord })),
  })
}

/** 0x1210, on the connection of the files. */
export const evidenceFiles = message(0x1210, 'evidence-files', ofEitherProfile(evidenceList(16), evidenceList(40)))

const fileHead = struct({
  name: countedText(byte),
  /** 0 picture, 1 sound, 2 video, 3 text, 4 other. */
  type: byte,
  bytes: doubleWord,
})

/** 0x1211: a file begins. */
export const evidenceFileBegins = message(0x1211, 'evidence-file-begins', fileHead)

/** 0x1212: a file ended. */
export const evidenceFileEnded = message(0x1212, 'evidence-file-ended', fileHead)

/** 0x9212 */
export const evidenceFileAnswer = message(
  0x9212,
  'evidence-file-answer',
  struct({
    name: countedText(byte),
    type: byte,
    /** 0 complete, 1 more is wanted. */
    result: byte,
    missing: list(byte, struct({ offset: doubleWord, length: doubleWord })),
  }),
)
