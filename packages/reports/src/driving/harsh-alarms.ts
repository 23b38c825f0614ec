import { propertiesIn } from '@tanker/database/fact-properties'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { harshDrivingFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { DEVICE_HARSH } from '../driving-words.ts'

/** Harsh driving by the platform's own rule and by the sensor of the device. */
export const HARSH_TYPES = [ALARM.harshDriving, ...DEVICE_HARSH]
export const harsh = propertiesIn('alarm', harshDrivingFact)

/** Code of domain E.2 for acceleration; the device's others brake. */
const DEVICE_ACCELERATION = 26

/** The device's alarms say it by their type. */
export const harshKind = sql<string>`coalesce(${harsh.text('kind')}, CASE WHEN alarm.type = ${sql.lit(DEVICE_ACCELERATION)} THEN 'acceleration' ELSE 'braking' END)`
