import type { Text } from '@tanker/domain/texts/text'
import type { ScreenPath } from './screens.ts'

/** Other labels by which users know a screen (specification 2.10): the search of the menu finds it by these too. */
export const SCREEN_LABELS: Partial<Readonly<Record<ScreenPath, readonly Text[]>>> = {
  'driving_monitor/exception_report/off_line_analysis': [{ zh: '离线统计', en: 'Offline statistics' }],
  'cargo_monitor/data_analysis/oil_loss': [
    { zh: '整体损溢', en: 'Overall loss-and-gain' },
    { zh: '单仓损溢', en: 'Single-compartment loss-and-gain' },
    { zh: '油品损溢', en: 'Product loss-and-gain' },
    { zh: '油站油品分析', en: 'Station product analysis' },
    { zh: '运输损耗汇总', en: 'Transport loss summary' },
  ],
  'cargo_monitor/data_analysis/level_change': [{ zh: '站库液位差比对', en: 'Level-difference comparison between station and depot' }],
  'device_monitor/other_devices/box_door_cover': [{ zh: '门磁状态', en: 'Door sensor status' }],
  'setting/base_data/message_recharge': [{ zh: '短信额度', en: 'SMS quota' }],
  'setting/base_data/message_record': [{ zh: '短信通知', en: 'SMS notices' }],
}
