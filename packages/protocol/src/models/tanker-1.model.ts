import type { ByteWriter } from '../byte-writer.ts'
import { standardZoneOffsetMinutes } from '../device-time.ts'
import { airtightBoxExtra, readAirtightBox, writeAirtightBox } from '../tanker-extension/airtight-box.ts'
import { compartmentsExtra, readCompartments, writeCompartments } from '../tanker-extension/compartments.ts'
import { deviceEventsExtra, readDeviceEvents, writeDeviceEvents } from '../tanker-extension/device-events.ts'
import { environmentExtra, readEnvironment, writeEnvironment } from '../tanker-extension/environment.ts'
import { flowMetersExtra, readFlowMeters, writeFlowMeters } from '../tanker-extension/flow-meters.ts'
import { powerExtra, readPower, writePower } from '../tanker-extension/power.ts'
import { probeSensingExtra, readProbeSensing, writeProbeSensing } from '../tanker-extension/probe-sensing.ts'
import { probesExtra, readProbes, writeProbes } from '../tanker-extension/probes.ts'
import { processHintExtra, readProcessHint, writeProcessHint } from '../tanker-extension/process-hint.ts'
import type { TankerReadings } from '../tanker-extension/tanker-readings.ts'

/** A console that speaks the tanker extension as docs/tanker-extension.md describes it. */
export const tanker1 = {
  name: 'tanker-1',
  zoneOffsetMinutes: standardZoneOffsetMinutes,
  safetyProfile: 'jsatl-2017',
  tracksOnRequest: true,

  readExtra(id: number, bytes: Uint8Array, start: number, end: number, into: TankerReadings): boolean {
    switch (id) {
      case compartmentsExtra:
        return readCompartments(bytes, start, end, into)
      case probesExtra:
        return readProbes(bytes, start, end, into)
      case powerExtra:
        return readPower(bytes, start, end, into)
      case deviceEventsExtra:
        return readDeviceEvents(bytes, start, end, into)
      case processHintExtra:
        return readProcessHint(bytes, start, end, into)
      case flowMetersExtra:
        return readFlowMeters(bytes, start, end, into)
      case environmentExtra:
        return readEnvironment(bytes, start, end, into)
      case airtightBoxExtra:
        return readAirtightBox(bytes, start, end, into)
      case probeSensingExtra:
        return readProbeSensing(bytes, start, end, into)
      default:
        return false
    }
  },

  writeExtras(readings: TankerReadings, writer: ByteWriter): void {
    writeCompartments(readings, writer)
    writeProbes(readings, writer)
    writePower(readings, writer)
    writeDeviceEvents(readings, writer)
    writeProcessHint(readings, writer)
    writeFlowMeters(readings, writer)
    writeEnvironment(readings, writer)
    writeAirtightBox(readings, writer)
    writeProbeSensing(readings, writer)
  },
} as const
