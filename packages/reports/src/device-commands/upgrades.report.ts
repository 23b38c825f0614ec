import { defineTabs } from '../define-report.ts'
import versions from './device-versions.tab.ts'
import files from './firmware-files.tab.ts'
import upgrades from './upgrades.tab.ts'

/** Upgrades of the devices on trucks, the firmware that is kept for them, and what the devices run. */
export default defineTabs({
  path: 'setting/base_data/upgrade_mcu',
  title: { zh: 'MCU升级', en: 'MCU upgrade' },
  tabs: [
    { name: 'upgrades', label: { zh: '升级记录', en: 'Upgrades' }, report: upgrades },
    { name: 'files', label: { zh: '固件库', en: 'Firmware files' }, report: files },
    { name: 'versions', label: { zh: '设备版本', en: 'Device versions' }, report: versions },
  ],
})
