import { endpoint } from '../endpoint.ts'
import { flow, flowAsked, operations, operationsAsked } from '../flow-change.ts'
import { levelTrend, levelTrendAsked, litreLedger } from '../level-trend.ts'
import { tankInventory, tankInventoryAsked } from '../tank-inventory.ts'

export const cargoCalls = {
  tankInventory: endpoint({
    method: 'GET',
    path: '/cargo/tank-inventory',
    policy: { permission: 'cargo_monitor/event_report/real_tank_inventory' },
    summary: 'Get the current content of every compartment of the chosen trucks, as arrays',
    input: tankInventoryAsked,
    answer: tankInventory,
  }),
  levelTrend: endpoint({
    method: 'GET',
    path: '/cargo/level-trend',
    policy: { permission: 'cargo_monitor/event_report/level_trend' },
    summary: 'Get level, volume, temperature, speed and events of one truck over at most 7 days, downsampled to a width',
    input: levelTrendAsked,
    answer: levelTrend,
  }),
  litreLedger: endpoint({
    method: 'GET',
    path: '/cargo/litre-ledger',
    policy: { permission: 'cargo_monitor/event_report/level_trend' },
    summary: 'Get the litre ledger of one truck over at most 7 days',
    input: levelTrendAsked,
    answer: litreLedger,
  }),
  operations: endpoint({
    method: 'GET',
    path: '/cargo/operations',
    policy: { permission: 'cargo_monitor/event_report/flow_change' },
    summary: 'List loadings and unloadings of the chosen trucks, newest first',
    input: operationsAsked,
    answer: operations,
  }),
  flow: endpoint({
    method: 'GET',
    path: '/cargo/flow',
    policy: { permission: 'cargo_monitor/event_report/flow_change' },
    summary: 'Get the flow of one operation per minute',
    input: flowAsked,
    answer: flow,
  }),
}
