import type { MeterTicketRow, SlipRow, StationGaugeRow } from '@tanker/contract/integration'

/** What others than the truck write about a delivery. */
export type Paper =
  | { readonly kind: 'slips'; readonly row: SlipRow }
  | { readonly kind: 'meter-tickets'; readonly row: MeterTicketRow }
  | { readonly kind: 'station-gauges'; readonly row: StationGaugeRow }
