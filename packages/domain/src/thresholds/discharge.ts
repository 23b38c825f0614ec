import { thresholdGroup } from './threshold.ts'

/** Falls of volume outside planned unloading (D.5, D.7). */
export const dischargeThresholds = thresholdGroup(
  'discharge',
  { zh: '疑似放油', en: 'Litres that leave' },
  {
    dischargeL: {
      label: { zh: '疑似放油油量', en: 'Unauthorised unloading from' },
      unit: 'l',
      default: 30,
      min: 5,
      max: 2000,
      hint: { zh: '同一次停车内两次静置之间。', en: 'Between calm surfaces of one stop.' },
    },
    dischargeBeforeCalmL: {
      label: { zh: '静置前放油油量', en: 'Discharge before the surface came to rest, from' },
      unit: 'l',
      default: 50,
      min: 5,
      max: 2000,
      hint: { zh: '与上次出发时的静置比较。', en: 'Against the calm surface of the last departure.' },
    },
    dischargeCalmS: { label: { zh: '放油判断静置时间', en: 'Calm for' }, unit: 's', default: 60, min: 10, max: 1800 },
    yardFallL: {
      label: { zh: '库站内油量减少', en: 'Fall in a depot or station from' },
      unit: 'l',
      default: 50,
      min: 5,
      max: 5000,
      hint: { zh: '非返库卸油，或配送单中属其他站点的仓。', en: 'No return to the depot, or of a compartment meant for another stop.' },
    },
    yardReturnPercent: {
      label: { zh: '返库卸油比例', en: 'Return to the depot from' },
      unit: 'percent',
      default: 90,
      min: 10,
      max: 100,
      hint: { zh: '占该仓原有油量。', en: 'Of what the compartment held.' },
    },
    residualL: { label: { zh: '未卸净油量', en: 'Residue from' }, unit: 'l', default: 20, min: 1, max: 2000 },
    residueGoneL: {
      label: { zh: '余油流失', en: 'Residue that goes outside every site, from' },
      unit: 'l',
      default: 20,
      min: 1,
      max: 2000,
    },
    valveReopenedHours: {
      label: { zh: '排空后再开阀', en: 'Bottom valve opened again after emptying, within' },
      unit: 'h',
      default: 24,
      min: 1,
      max: 168,
    },
  },
)
