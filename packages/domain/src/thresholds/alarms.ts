import { thresholdGroup } from './threshold.ts'

/** How many alarms a user sees, and when they become black (D.7). */
export const alarmsThresholds = thresholdGroup(
  'alarms',
  { zh: '报警合并与升级', en: 'Merging and escalation of alarms' },
  {
    historyAfterMin: {
      label: { zh: '历史数据', en: 'A reading is history after' },
      unit: 'min',
      default: 10,
      min: 1,
      max: 1440,
      hint: { zh: '接收时已更早的数据只产生报警，不弹窗。', en: 'Alarms of older readings raise no pop-up.' },
    },
    lateAfterS: {
      label: { zh: '补传判断时间', en: 'A reading is late after' },
      unit: 's',
      default: 120,
      min: 1,
      max: 3600,
      hint: {
        zh: '比该车更新的数据早得多，由其单独产生的报警不弹窗。',
        en: 'So much older than one that came before: what it alone says raises no pop-up.',
      },
    },
    stormAlarms: { label: { zh: '报警过频条数', en: 'Storm: alarms from' }, unit: 'alarms', default: 30, min: 2, max: 1000 },
    stormMin: { label: { zh: '报警过频时间', en: 'Storm: these alarms within' }, unit: 'min', default: 10, min: 1, max: 240 },
    blackReds: {
      label: { zh: '升级为黑色的红色报警数', en: 'The last red alarm becomes black from' },
      unit: 'reds',
      default: 3,
      min: 1,
      max: 50,
      hint: { zh: '24 小时内铅封与货物红色报警。', en: 'Of seals and cargo in 24 hours.' },
    },
    blackUnhandledHours: {
      label: { zh: '未处理升级时间', en: 'A red alarm not handled becomes black after' },
      unit: 'h',
      default: 2,
      min: 0.25,
      max: 72,
      step: 0.25,
    },
    popupEveryMin: {
      label: { zh: '同类弹窗间隔', en: 'Pop-ups of one truck and type at most every' },
      unit: 'min',
      default: 5,
      min: 0,
      max: 240,
      hint: { zh: '紧急报警不受限制。', en: 'Emergencies always pop up.' },
    },
    faultRedHours: {
      label: { zh: '设备异常升级为红色', en: 'A device fault becomes red after' },
      unit: 'h',
      default: 24,
      min: 1,
      max: 720,
      hint: { zh: '仅用于“异常监控”和“异常记录”。', en: 'In the lists of open and past device faults only.' },
    },
    faultBlackHours: {
      label: { zh: '设备异常升级为黑色', en: 'A device fault becomes black after' },
      unit: 'h',
      default: 72,
      min: 1,
      max: 2160,
      hint: { zh: '仅用于“异常监控”和“异常记录”。', en: 'In the lists of open and past device faults only.' },
    },
  },
)
