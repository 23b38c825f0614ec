import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { text } from '../language.ts'

/** The name of an alarm type; of one that is not known, its code. */
export const alarmName = (code: number): string => text(alarmType(code)?.name ?? { zh: `报警 ${code}`, en: `Alarm ${code}` })
