import { deliveryAsked, deliveryCurve, deliveryProof } from '../delivery-proof.ts'
import { endpoint } from '../endpoint.ts'

const DELIVERIES = 'cargo_monitor/event_report/delivery_record'
const LOSSES = 'cargo_monitor/data_analysis/oil_loss'

const proof = {
  method: 'GET',
  summary: 'Get everything that proves what one delivery lost',
  input: deliveryAsked,
  answer: deliveryProof,
} as const

/** A proof has the permission of the list that leads to it. */
export const deliveryProofCalls = {
  [DELIVERIES]: endpoint({ ...proof, path: '/cargo/delivery-proof', policy: { permission: DELIVERIES } }),
  [LOSSES]: endpoint({ ...proof, path: '/cargo/loss-proof', policy: { permission: LOSSES } }),
}

export const deliveryCurveCall = endpoint({
  method: 'GET',
  path: '/trucks/delivery-curve',
  policy: 'session',
  summary: 'Get the litres of every compartment over one trip, with the readings that its sums use',
  input: deliveryAsked,
  answer: deliveryCurve,
})
