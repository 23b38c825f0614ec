import { defineTabs } from '../define-report.ts'
import trucks from './roll-out-trucks.tab.ts'
import rollOuts from './roll-outs.tab.ts'
import commands from './sent-commands.tab.ts'

/** Everything that was sent to trucks, of all kinds, and what went to a few trucks first. */
export default defineTabs({
  path: 'setting/device_parameter/send_message',
  title: { zh: '消息下发', en: 'Commands to trucks' },
  tabs: [
    { name: '', label: { zh: '下发记录', en: 'Commands' }, report: commands },
    { name: 'roll-outs', label: { zh: '分批下发', en: 'Roll-outs' }, report: rollOuts },
    { name: 'roll-out-trucks', label: { zh: '分批下发车辆', en: 'Trucks of roll-outs' }, report: trucks },
  ],
})
