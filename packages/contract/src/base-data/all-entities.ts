import { alarmRobot } from './alarm-robot.ts'
import { organisation } from './organisation.ts'
import type { Entity } from './define-entity.ts'
import { depot } from './depot.ts'
import { device } from './device.ts'
import { driver } from './driver.ts'
import { exemption } from './exemption.ts'
import { fence } from './fence.ts'
import { parameterTemplate } from './parameter-template.ts'
import { park } from './park.ts'
import { phoneNumber } from './phone-number.ts'
import { repairCard } from './repair-card.ts'
import { repairShop } from './repair-shop.ts'
import { role } from './role.ts'
import { station } from './station.ts'
import { stationTank } from './station-tank.ts'
import { tankTable } from './tank-table.ts'
import { user } from './user.ts'
import { truck } from './truck.ts'
import { upgradeFile } from './upgrade-file.ts'

/** Every kind of base data, in the order of the menu. */
export const ALL_ENTITIES: readonly Entity[] = [
  station,
  depot,
  truck,
  organisation,
  park,
  repairShop,
  driver,
  repairCard,
  device,
  tankTable,
  fence,
  stationTank,
  phoneNumber,
  exemption,
  parameterTemplate,
  upgradeFile,
  alarmRobot,
  role,
  user,
]

/** The entity that the calls name so. */
export const entityOf = (key: string): Entity | undefined => ALL_ENTITIES.find((entity) => entity.key === key)
