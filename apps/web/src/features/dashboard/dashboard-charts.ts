import type { Dashboard } from '@tanker/contract/dashboard'
import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import type { Text } from '@tanker/domain/texts/text'
import type { ChartModel } from '../../platform/charts/chart-model.ts'
import { text } from '../../platform/language.ts'

const LOSS_RATE: Text = { zh: '损耗率', en: 'Loss rate' }

const monthAndDay = ({ day }: Dashboard['days'][number]): string => day.slice(5)

/** Alarms a day, stacked by family; families without any are left out. */
export const alarmDays = (days: Dashboard['days']): ChartModel => ({
  kind: 'stacked',
  unit: null,
  names: days.map(monthAndDay),
  series: ALARM_FAMILIES.filter((family) => days.some(({ alarms }) => (alarms[family] ?? 0) > 0)).map((family) => ({
    name: text(alarmFamilyText[family]),
    values: days.map(({ alarms }) => alarms[family] ?? 0),
  })),
})

/** The rate of each day, per mille: its loss over what its trips had loaded; a day without trips leaves a gap. */
export const lossDays = (days: Dashboard['days']): ChartModel => ({
  kind: 'line',
  unit: '‰',
  names: days.map(monthAndDay),
  series: [{ name: text(LOSS_RATE), values: days.map(({ lossL, loadedL }) => (loadedL === 0 ? null : (lossL / loadedL) * 1000)) }],
})
