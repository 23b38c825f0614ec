import { EMPTYING_MODES, PARKING_MODES, PLATE_COLOURS, SPEED_SOURCES, UNLOADING_MODES } from '@tanker/domain/trucks/truck-choices'
import { VOLUME_SOURCES } from '@tanker/domain/tank/platform-volume'
import type { Text } from '@tanker/domain/texts/text'
import { truckTerminal } from '../actions/trucks.ts'
import { compartmentsField } from './compartments.ts'
import { defineEntity, type FieldProblems } from './define-entity.ts'
import { TRUCK_TYPES } from './device.ts'
import {
  choiceField,
  codeField,
  organisationField,
  digitsField,
  litresField,
  statusField,
  textField,
  wholeField,
  wholeOrNoneField,
} from './fields.ts'

/** Minutes east of UTC that are in use somewhere. */
const OFFSETS = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240, 270, 300, 330, 345, 360,
  390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780, 840,
] as const

const offsetName = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`
}

/** The truck's time zone, by minutes east of UTC. */
export const TIME_ZONES: Readonly<Record<string, Text>> = Object.fromEntries(
  OFFSETS.map((minutes) => {
    const name = offsetName(minutes)
    return [String(minutes), minutes === 480 ? { zh: `${name} 北京时间`, en: `${name} Beijing time` } : { zh: name, en: name }]
  }),
)

/** Where a camera looks (spec 3.5), by the field that holds its channel. */
export const CAMERA_FIELDS = { cameraApi: 'api', cameraSubsea: 'subsea', cameraManhole: 'manhole', cameraCab: 'cab' } as const
type CameraField = keyof typeof CAMERA_FIELDS

const camera = (zh: string, en: string, example: string) =>
  wholeOrNoneField({ label: { zh: `${zh}摄像头通道`, en: `${en} camera channel` }, min: 1, max: 8, example })

const NO_CAMERA: Text = { zh: '请至少指定一个摄像头通道。', en: 'Please enter at least one camera channel.' }

/** Spec 5.2: the camera channel is required; a truck without channels has none to give. */
function checkCameras(values: { readonly channelCount: number } & Readonly<Record<CameraField, number | null>>): FieldProblems {
  const problems: Record<string, Text> = {}
  const taken = new Set<number>()
  for (const name of Object.keys(CAMERA_FIELDS) as CameraField[]) {
    const channel = values[name]
    if (channel === null) continue
    if (channel > values.channelCount)
      problems[name] = { zh: `该车只有 ${values.channelCount} 个通道。`, en: `This truck has ${values.channelCount} channels only.` }
    else if (taken.has(channel)) problems[name] = { zh: `通道 ${channel} 已被占用。`, en: `Channel ${channel} is already in use.` }
    taken.add(channel)
  }
  if (values.channelCount > 0 && taken.size === 0) problems['cameraApi'] = NO_CAMERA
  return problems
}

const exists = (zh: string, en: string): Text => ({ zh: `该${zh}已存在，请换一个。`, en: `This ${en} exists already; choose another.` })

/** A tank truck (spec 3.5, 5.2). */
export const truck = defineEntity({
  path: 'setting/base_data/truck',
  name: { zh: '车辆', en: 'Truck' },
  nameField: 'plate',
  fields: {
    plate: textField({ label: { zh: '车牌号', en: 'Plate' }, required: true, max: 10, example: '苏A90001' }),
    consoleCode: codeField({ label: { zh: '主机编号', en: 'Console code' }, required: true, max: 19, example: '2508009001' }),
    terminalPhone: digitsField({ label: { zh: '终端手机号', en: 'Terminal phone' }, required: true, count: 11, example: '14408009001' }),
    terminalId: codeField({ label: { zh: '终端ID', en: 'Terminal ID' }, max: 30, example: 'TK81001' }),
    secondTerminal: codeField({ label: { zh: '第二终端号', en: 'Second terminal number' }, max: 20, example: '' }),
    organisationId: organisationField(),
    model: choiceField({ label: { zh: '车型', en: 'Model' }, required: true, choices: TRUCK_TYPES, unlessGiven: 'oil-tanker' }),
    plateColour: choiceField({ label: { zh: '车牌颜色', en: 'Plate colour' }, choices: PLATE_COLOURS, unlessGiven: 'yellow' }),
    bodyColour: textField({ label: { zh: '车身颜色', en: 'Body colour' }, max: 20, example: '白色' }),
    frameNumber: textField({ label: { zh: '车架号', en: 'Frame number' }, required: true, max: 40, example: 'LRD5CLSD4RA209001' }),
    country: textField({ label: { zh: '国家', en: 'Country' }, required: true, max: 40, example: '中国', first: '中国' }),
    city: textField({ label: { zh: '城市', en: 'City' }, max: 40, example: '南京市' }),
    district: textField({ label: { zh: '区县', en: 'District' }, max: 40, example: '栖霞区' }),
    timeZone: choiceField({ label: { zh: '时区', en: 'Time zone' }, choices: TIME_ZONES, unlessGiven: '480' }),
    deadweightKg: wholeField({
      label: { zh: '核定载质量（kg）', en: 'Deadweight (kg)' },
      min: 0,
      max: 200_000,
      unlessGiven: 0,
      example: '17800',
    }),
    lengthMm: wholeField({
      label: { zh: '罐体长度（mm）', en: 'Tank length (mm)' },
      min: 0,
      max: 40_000,
      unlessGiven: 0,
      example: '11900',
    }),
    trailerCount: wholeField({ label: { zh: '挂车数', en: 'Trailers' }, min: 0, max: 5, unlessGiven: 0, example: '0' }),
    status: statusField(),
    capacityL: litresField({ label: { zh: '总容量（L）', en: 'Capacity (L)' }, min: 1, max: 200_000, example: '16946' }),
    compartments: compartmentsField({
      label: { zh: '油品配置', en: 'Fuel configuration' },
      required: true,
      example: '1,9160,92; 2,7786,0',
    }),
    channelCount: wholeField({ label: { zh: '通道数', en: 'Channels' }, required: true, min: 0, max: 8, unlessGiven: 0, example: '4' }),
    cameraApi: camera('API', 'API', '3'),
    cameraSubsea: camera('底阀', 'Bottom valve', ''),
    cameraManhole: camera('人孔', 'Manhole', '4'),
    cameraCab: camera('驾驶室', 'Cab', '1'),
    flowMeterCount: wholeField({ label: { zh: '流量计数量', en: 'Flow meters' }, min: 0, max: 10, unlessGiven: 0, example: '0' }),
    parkingMode: choiceField({ label: { zh: '停车判断方式', en: 'Parking judged' }, choices: PARKING_MODES, unlessGiven: 'mixed' }),
    speedSource: choiceField({ label: { zh: '速度来源', en: 'Speed source' }, choices: SPEED_SOURCES, unlessGiven: 'gps' }),
    unloadingMode: choiceField({ label: { zh: '卸油判断方式', en: 'Unloading judged by' }, choices: UNLOADING_MODES, unlessGiven: 'api' }),
    emptyingMode: choiceField({ label: { zh: '排空判断方式', en: 'Emptying judged by' }, choices: EMPTYING_MODES, unlessGiven: 'fence' }),
    volumeSource: choiceField({
      label: { zh: '容积计算方式', en: 'Volumes computed' },
      hint: {
        zh: '平台计算：按液位、罐容表、倾角、水位计算，从保存时起生效',
        en: 'By the platform: from level, tank table, tilt and water, starting when saved',
      },
      choices: VOLUME_SOURCES,
      unlessGiven: 'console',
    }),
  },
  tabs: [
    {
      label: { zh: '基本信息', en: 'Basic' },
      fields: [
        'plate',
        'organisationId',
        'consoleCode',
        'model',
        'terminalPhone',
        'terminalId',
        'secondTerminal',
        'plateColour',
        'bodyColour',
        'frameNumber',
        'timeZone',
        'country',
        'city',
        'district',
        'deadweightKg',
        'lengthMm',
        'trailerCount',
        'status',
      ],
    },
    { label: { zh: '仓与油品', en: 'Compartments & products' }, fields: ['capacityL', 'compartments'] },
    {
      label: { zh: '设备与摄像头', en: 'Devices & cameras' },
      fields: ['channelCount', 'flowMeterCount', 'cameraApi', 'cameraSubsea', 'cameraManhole', 'cameraCab'],
    },
    {
      label: { zh: '判断方式', en: 'Judging modes' },
      fields: ['parkingMode', 'speedSource', 'unloadingMode', 'emptyingMode', 'volumeSource'],
    },
  ],
  check: checkCameras,
  movable: true,
  actions: [truckTerminal],
  // Everywhere, not only within the tenant: a device says no more of itself than its phone.
  unique: [
    { field: 'plate', text: exists('车牌号', 'plate') },
    { field: 'consoleCode', text: exists('主机编号', 'console code') },
    { field: 'terminalPhone', text: exists('终端手机号', 'terminal phone') },
    { field: 'terminalId', text: exists('终端ID', 'terminal ID') },
  ],
})
