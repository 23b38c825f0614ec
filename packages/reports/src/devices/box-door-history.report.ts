import boxDoors from '../cargo/box-doors.report.ts'
import { defineReport } from '../define-report.ts'

/** Openings of box doors of any age, as those of the cargo monitor. */
export default defineReport({
  ...boxDoors,
  path: 'device_monitor/other_devices/box_door_his',
  title: { zh: '箱门历史', en: 'Box door history' },
})
