/** The parameter files with which a virtual truck leaves the workshop: they say of the truck what it is. */
import type { DeviceField } from '@tanker/parameters/define-device-file'
import type { ParameterValue } from '@tanker/parameters/define-parameter'
import { deviceFile } from '@tanker/parameters/device-files'
import type { FieldValues, FileValues } from '@tanker/parameters/file-values'
import { writeParameterFile } from '@tanker/protocol/tanker-extension/write-parameter-file'
import { photoMasksAsMade } from '../camera/photo-masks.ts'
import type { TruckBody } from '../truck-body.ts'
import type { TruckRow } from '../world.ts'
import { AS_MADE } from './on-board.ts'

type Truck = Pick<TruckBody, 'row' | 'probes' | 'compartments'>

/** What a field holds where nothing of the truck is known. */
function usual({ optional, default: made, content }: DeviceField): ParameterValue | undefined {
  if (made !== undefined || optional === true) return made
  if (content.type === 'number') return Math.max(content.min, Math.min(content.max, 0))
  if (content.type === 'choice') return content.choices[0]?.value
  return content.type === 'bits' ? 0 : undefined
}

/** Ten digits, different for each part of each truck: the console's, which ends the phone, with a number of its own. */
const serialOf = ({ row }: Truck, kind: number, index: number): string =>
  `${kind}${row.terminalPhone.slice(-6)}${String(index).padStart(3, '0')}`

const indexOf = (compartment: number): number => Math.max(0, compartment - 1)

type Given = { readonly fields?: FieldValues; readonly groups?: Readonly<Record<string, readonly FieldValues[]>> }

/** What files say of this truck; the rest is as made. */
const OF_TRUCK: Readonly<Record<number, (truck: Truck) => Given>> = {
  7: (truck) => ({
    fields: {
      ...system(truck),
      com1Use: 1,
      com2Use: 2,
      com3Use: 3,
      com4Use: truck.row.flowMeterCount > 0 ? 4 : 0,
      sealMode: 2,
      tlsMode: 1,
      printMode: 4,
      ...cameras(truck.row),
    },
  }),
  1: (truck) => ({
    fields: { ...system(truck), devSn: serialOf(truck, 2, 0), com1Use: 2 },
    groups: {
      inputs: [
        { label: 0, name: '钥匙' },
        { label: 1, name: '急停按钮' },
      ],
    },
  }),
  2: (truck) => ({
    groups: {
      probes: truck.probes.map(({ compartment, type, line }, i) => ({
        cabinIndex: indexOf(compartment),
        lineNum: line,
        type,
        sn: serialOf(truck, 3, i),
      })),
    },
  }),
  3: (truck) => ({
    groups: {
      properties: truck.probes.map((_, i) => ({
        sn: serialOf(truck, 3, i),
        sver: AS_MADE.probe,
        closev: 180,
        gatev: 600,
        zerov: 200,
        midv: 1500,
        maxv: 3000,
        sensorv1: 190 + (i % 7),
        sensorv2: 0,
      })),
    },
  }),
  8: (truck) => ({
    groups: {
      products: truck.row.products.map(({ oilCode, name, densityKgM3, expansionPerC }) => ({
        ptNo: oilCode,
        ptName: name,
        ptVEC: Number(expansionPerC.toFixed(5)),
        ptDensity: Number((densityKgM3 / 1000).toFixed(4)),
      })),
      tlsProbe: truck.row.compartments.map(({ compartment, heightMm, blindLevelMm, capacityL, oilCode }, i) => ({
        cabinIndex: indexOf(compartment),
        probeAddr: 0xc0 + i,
        psn: serialOf(truck, 4, i),
        cabinSizeH: Math.round(heightMm),
        blindLevel: Math.round(blindLevelMm),
        overfillAlarmVol: Math.round(capacityL * 0.97),
        overfillWarningVol: Math.round(capacityL * 0.95),
        ...(oilCode >= 0 && { initProduct: oilCode }),
        levelComp: ((i * 7) % 5) / 10,
      })),
    },
  }),
  11: (truck) => ({
    groups: {
      properties: truck.row.compartments.map((_, i) => ({
        psn: serialOf(truck, 4, i),
        tiltver: AS_MADE.gauge,
        b: 12.5 + i,
        k: 1.0021,
        addr: 0xc0 + i,
        refv: 2500,
        autoreflow: 2300,
        temperature: 20,
      })),
    },
  }),
  4: ({ row }) => ({ groups: { devices: row.flowMeterCount > 0 ? [{ cabinIndex: 0, devType: 1, en: 1, devAddr: 1 }] : [] } }),
  6: ({ row }) => ({
    groups: {
      valves: row.compartments.map(({ compartment }, i) => ({ type: 1, addr: i + 1, cIndex: indexOf(compartment), iomode: 0, en: 1 })),
    },
  }),
  9: ({ row }) => ({
    fields: {
      cabinCount: row.compartments.length,
      profuncv: row.model === 'oil-tanker' ? 0 : 1,
      userPwdEn: 1,
      userPwd: row.consoleCode.slice(-4),
    },
  }),
  10: () => ({ fields: { modelNo: 1, modelInfo: '58毫米热敏打印机' } }),
}

/** The newer cameras are of high definition; recording covers the working hours of the park. */
const cameras = (row: TruckRow): FieldValues => {
  const channels = Object.values(row.cameraChannels).filter((channel) => channel !== null)
  const all = channels.reduce((mask, channel) => mask | (1 << (channel - 1)), 0)
  return {
    camSim: row.terminalPhone,
    camCount: row.channelCount,
    recEn: channels.length > 0 ? 1 : 0,
    recStart: '0500',
    recEnd: '2200',
    rtMask: all,
    hdMask: row.cameraChannels.cab === null ? 0 : 1 << (row.cameraChannels.cab - 1),
    ...Object.fromEntries(photoMasksAsMade(row).map((mask, i) => [`camMask${i + 1}`, mask])),
  }
}

const system = ({ row }: Truck): FieldValues => ({
  tankTruckSn: row.plate,
  devSn: row.consoleCode,
  cabinCount: row.compartments.length,
  server1Addr: 'tanker.example',
  server1AddrType: 1,
  server1TcpPort: 6808,
})

/** The bytes of one file as the truck was made; undefined for a number that is no parameter file. */
export function factoryFile(truck: Truck, number: number): Uint8Array | undefined {
  const file = deviceFile(number)
  if (file === undefined) return undefined
  const given = OF_TRUCK[number]?.(truck) ?? {}
  const filled = (fields: readonly DeviceField[], known: FieldValues): FieldValues =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = known[field.key] ?? usual(field)
        return value === undefined ? [] : [[field.key, value] as const]
      }),
    )
  const values: FileValues = {
    fields: filled(file.fields, given.fields ?? {}),
    groups: Object.fromEntries(
      file.groups.map((group) => [group.key, (given.groups?.[group.key] ?? []).map((entry) => filled(group.fields, entry))]),
    ),
  }
  return writeParameterFile(file, values, null)
}
