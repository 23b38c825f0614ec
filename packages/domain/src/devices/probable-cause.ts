import type { Text } from '../texts/text.ts'

/** What probably made a device fail, by the pattern of its faults, with what speaks for it. In the order in which they are tried. */
export const PROBABLE_CAUSES = {
  supply: {
    text: { zh: '车辆供电', en: 'Vehicle supply' },
    why: { zh: '断电或欠压在先，其他设备随后故障', en: 'A power cut or under-voltage came first, other devices failed after it' },
  },
  console: {
    text: { zh: '主机或控制器', en: 'Console or controller' },
    why: { zh: '故障开始时主机或控制器中断或重启', en: 'The console or controller was interrupted or restarted when it began' },
  },
  line: {
    text: { zh: '总线或采集器', en: 'Line or collector' },
    why: { zh: '两分钟内多个探头或液位仪同时无应答', en: 'Several probes or gauges stopped answering within two minutes' },
  },
  device: {
    text: { zh: '设备本身', en: 'The device itself' },
    why: { zh: '七天内同一设备三次以上故障，其他设备正常', en: 'It failed three times or more within seven days, others did not' },
  },
  probe: {
    text: { zh: '探头或其接线', en: 'The probe or its wire' },
    why: { zh: '只有这一个探头故障', en: 'Only this probe failed' },
  },
  gauge: {
    text: { zh: '液位仪', en: 'The gauge' },
    why: { zh: '只有这一个液位仪故障', en: 'Only this gauge failed' },
  },
  antenna: {
    text: { zh: '天线或其馈线', en: 'Antenna or its cable' },
    why: { zh: '终端报告天线开路、短路或定位模块故障', en: 'The terminal reports its antenna open or short, or the GPS module' },
  },
  wiring: {
    text: { zh: '电源线、保险或总开关', en: 'Supply wire, fuse or main switch' },
    why: { zh: '只有供电中断，其他设备随后恢复', en: 'Only the supply was gone, the devices came back with it' },
  },
  battery: {
    text: { zh: '电瓶或发电机', en: 'Battery or generator' },
    why: { zh: '点火时电压低，没有断电', en: 'The voltage was low with the ignition on, without a power cut' },
  },
  unit: {
    text: { zh: '终端部件', en: 'A unit of the terminal' },
    why: { zh: '该部件中断或自报故障，没有其他征兆', en: 'The unit stopped or reports a fault; nothing else points elsewhere' },
  },
} as const satisfies Readonly<Record<string, { readonly text: Text; readonly why: Text }>>

export type ProbableCause = keyof typeof PROBABLE_CAUSES
