import type { IntegrationKind } from '@tanker/contract/integration'
import type { Text } from '@tanker/domain/texts/text'

/** How a cell is parsed. Times without a zone are in the time zone of the importing user; a day has none. */
type Cell = 'text' | 'number' | 'time' | 'day'
export type SheetColumn = {
  readonly field: string
  readonly heading: Text
  readonly cell: Cell
  readonly required: boolean
  readonly example: string | number
  /** The words that a cell may have; absent where it takes any text or number. */
  readonly choices?: readonly Text[]
  /** Several of the words in one cell. */
  readonly takesSeveral?: boolean
}

const column = (field: string, zh: string, en: string, cell: Cell, example: string | number, required = true): SheetColumn => ({
  field,
  heading: { zh, en },
  cell,
  required,
  example,
})
const optional = (field: string, zh: string, en: string, cell: Cell, example: string | number): SheetColumn =>
  column(field, zh, en, cell, example, false)

const plate = column('plate', '车牌号', 'Plate', 'text', '苏A12345')
const depotCode = column('depotCode', '油库编码', 'Depot code', 'text', '9001')
const oilCode = column('oilCode', '油品代码', 'Product code', 'number', 92)
const compartment = column('compartment', '仓号', 'Compartment', 'number', 1)

/** One line of a sheet of slips is one compartment at one station; lines with the same number are one slip. */
export const SHEET_COLUMNS: Readonly<Record<IntegrationKind, readonly SheetColumn[]>> = {
  slips: [
    column('slipNo', '配送单号', 'Slip number', 'text', 'PS20260301001'),
    plate,
    depotCode,
    column('plannedAt', '计划出库时间', 'Planned departure', 'time', '2026-03-01 08:00'),
    optional('driverName', '驾驶员', 'Driver', 'text', ''),
    optional('escort', '押运员', 'Escort', 'text', ''),
    optional('customer', '客户', 'Customer', 'text', ''),
    column('stop', '站序', 'Stop', 'number', 1),
    column('stationCode', '油站编码', 'Station code', 'text', '1001'),
    compartment,
    oilCode,
    optional('oilName', '油品名称', 'Product', 'text', '92号汽油'),
    optional('plannedV20L', '计划标准体积(L)', 'Planned V20 (L)', 'number', 8000),
    optional('plannedL', '计划视体积(L)', 'Planned volume (L)', 'number', ''),
  ],
  'meter-tickets': [
    column('ticketNo', '付油单号', 'Ticket number', 'text', 'FY20260301001'),
    depotCode,
    plate,
    compartment,
    oilCode,
    column('volumeL', '视体积(L)', 'Volume (L)', 'number', 8080),
    column('v20L', '标准体积(L)', 'V20 (L)', 'number', 8000),
    optional('densityKgM3', '密度(kg/m³)', 'Density (kg/m³)', 'number', 735),
    optional('temperatureC', '温度(°C)', 'Temperature (°C)', 'number', 28),
    column('loadedAt', '装油时间', 'Loaded at', 'time', '2026-03-01 07:30'),
    optional('slipNo', '配送单号', 'Slip number', 'text', ''),
  ],
  'station-gauges': [
    column('gaugeNo', '卸油编号', 'Delivery number', 'text', 'YW1001-00001'),
    column('stationCode', '油站编码', 'Station code', 'text', '1001'),
    column('tankNo', '油罐号', 'Tank', 'number', 1),
    oilCode,
    column('startedAt', '开始时间', 'Started', 'time', '2026-03-01 10:00'),
    column('endedAt', '结束时间', 'Ended', 'time', '2026-03-01 10:40'),
    column('beforeL', '卸前体积(L)', 'Before (L)', 'number', 5000),
    column('afterL', '卸后体积(L)', 'After (L)', 'number', 12900),
    optional('salesL', '期间销售(L)', 'Sales (L)', 'number', 100),
    optional('beforeTemperatureC', '卸前温度(°C)', 'Temperature before (°C)', 'number', 20),
    optional('afterTemperatureC', '卸后温度(°C)', 'Temperature after (°C)', 'number', 22),
    optional('salesTemperatureC', '销售温度(°C)', 'Temperature of sales (°C)', 'number', ''),
    optional('receivedV20L', '收油标准体积(L)', 'Received V20 (L)', 'number', ''),
    optional('plate', '车牌号', 'Plate', 'text', ''),
  ],
}
