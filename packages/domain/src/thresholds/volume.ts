import { thresholdGroup } from './threshold.ts'
import { VOLUME_METHODS } from '../tank/volume.ts'

const METHODS = Object.values(VOLUME_METHODS).map((text, value) => ({ value, text }))

/** Each includes what those before it do, but for 5, which replaces 4. */
const MODES = [
  { value: 0, text: { zh: '采用主机体积', en: "The console's volume" } },
  { value: 1, text: { zh: '罐容表', en: 'Tank table' } },
  { value: 2, text: { zh: '罐容表与倾斜修正', en: 'Tank table and tilt' } },
  { value: 3, text: { zh: '另扣水、加管容', en: 'And water and pipe' } },
  { value: 4, text: { zh: '另按膨胀率算V20', en: 'And V20 by the expansion rate' } },
  { value: 5, text: { zh: '另按VCF算V20', en: 'And V20 by the VCF' } },
  { value: 6, text: { zh: '另修正罐体膨胀', en: 'And expansion of the shell' } },
]

/** Volumes from levels, and at 20 °C (B.1, B.2). */
export const volumeThresholds = thresholdGroup(
  'volume',
  { zh: '体积计算', en: 'Computed volumes' },
  {
    volCalcMode: {
      label: { zh: '平台计算范围', en: 'What the platform computes' },
      unit: 'choice',
      default: 3,
      min: 0,
      max: 6,
      choices: MODES,
    },
    shellExpansionPerC: {
      label: { zh: '罐体膨胀率', en: 'Expansion of the shell' },
      unit: 'perC',
      default: 0.000023,
      min: 0,
      max: 0.0001,
      step: 0.000001,
      hint: { zh: '铝 0.000023，钢 0.000012。', en: 'Aluminium 0.000023, steel 0.000012.' },
    },
    volumeDisagreesSigmas: {
      label: { zh: '主机与平台体积差', en: 'Console and platform differ by' },
      unit: 'sigmas',
      default: 4,
      min: 1,
      max: 20,
      step: 0.5,
    },
    volumeDisagreesL: {
      label: { zh: '主机与平台体积差油量', en: 'Console and platform differ by more than' },
      unit: 'l',
      default: 20,
      min: 1,
      max: 1000,
    },
    volumeDisagreesMin: {
      label: { zh: '体积差静置时间', en: 'Console and platform differ at a calm surface for' },
      unit: 'min',
      default: 10,
      min: 1,
      max: 240,
    },
    v20MethodGasoline: {
      label: { zh: '汽油V20算法', en: 'V20 of gasoline' },
      unit: 'choice',
      default: 0,
      min: 0,
      max: 2,
      choices: METHODS,
    },
    v20MethodDiesel: { label: { zh: '柴油V20算法', en: 'V20 of diesel' }, unit: 'choice', default: 0, min: 0, max: 2, choices: METHODS },
    v20MethodOther: {
      label: { zh: '其他油品V20算法', en: 'V20 of other products' },
      unit: 'choice',
      default: 0,
      min: 0,
      max: 2,
      choices: METHODS,
    },
    density20GasolineKgM3: {
      label: { zh: '汽油标准密度', en: 'Standard density of gasoline' },
      unit: 'kgM3',
      default: 735,
      min: 650,
      max: 1000,
      step: 0.1,
    },
    density20DieselKgM3: {
      label: { zh: '柴油标准密度', en: 'Standard density of diesel' },
      unit: 'kgM3',
      default: 840,
      min: 650,
      max: 1000,
      step: 0.1,
    },
    density20OtherKgM3: {
      label: { zh: '其他油品标准密度', en: 'Standard density of other products' },
      unit: 'kgM3',
      default: 820,
      min: 600,
      max: 1100,
      step: 0.1,
    },
    expansionGasolinePerC: {
      label: { zh: '汽油膨胀率', en: 'Expansion rate of gasoline' },
      unit: 'perC',
      default: 0.0012,
      min: 0.0001,
      max: 0.003,
      step: 0.00001,
    },
    expansionDieselPerC: {
      label: { zh: '柴油膨胀率', en: 'Expansion rate of diesel' },
      unit: 'perC',
      default: 0.0008,
      min: 0.0001,
      max: 0.003,
      step: 0.00001,
    },
    expansionOtherPerC: {
      label: { zh: '其他油品膨胀率', en: 'Expansion rate of other products' },
      unit: 'perC',
      default: 0.0008,
      min: 0.0001,
      max: 0.003,
      step: 0.00001,
    },
  },
)
