/** Product that comes aboard where, what or as much as it should not. */
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { MANHOLE } from '@tanker/domain/devices/probe-type'
import { pourIn, pumpOver, roomL, volumeL } from '../cargo.ts'
import { enterProduct } from '../activities/product.ts'
import { wait } from '../story.ts'
import { bottomValveType, isLoaded, setProbe, type TruckBody } from '../truck-body.ts'
import { carriesOil, loadedOnOpenRoad, onOpenRoad, type Scenario } from './scenario.ts'

const onItsWayToLoad = (body: TruckBody) => carriesOil(body) && body.activity === 'driving' && !isLoaded(body) && body.slipNo !== ''
const abnormal = 'exception_report/bz_abnormal_oil_loading'

export const overfill: Scenario = {
  name: 'overfill',
  title: { zh: '超量装油', en: 'Overfilled compartment' },
  feeds: [ALARM.abnormalLoading, ALARM.cargoDevice, 'operation', abnormal, 'exception_report/device_alarm'],
  weight: 0.4,
  suits: onItsWayToLoad,
  manner: 'alongside',
  *play(body) {
    body.quirks.overfill = true
    yield 1
  },
}

export const wrongProduct: Scenario = {
  name: 'wrong-product',
  title: { zh: '装错油品', en: 'Another product than ordered' },
  feeds: [ALARM.abnormalLoading, 'product-change', 'operation', abnormal, 'event_report/switch_variety'],
  weight: 0.4,
  suits: (body) => onItsWayToLoad(body) && body.row.products.length > 1,
  manner: 'alongside',
  *play(body) {
    body.quirks.wrongProduct = true
    yield 1
  },
}

/** The usual way: the next product of an empty compartment is entered while the truck rests. */
export const productChange: Scenario = {
  name: 'product-change',
  title: { zh: '主机换品', en: 'Product changed on the console' },
  feeds: ['product-change', 'event_report/switch_variety'],
  weight: 0.8,
  suits: (body) => carriesOil(body) && body.activity === 'parked' && body.row.products.length > 1 && !isLoaded(body),
  manner: 'alongside',
  *play(body) {
    enterProduct(body, body.random.pick(body.compartments))
    yield 1
  },
}

/** Cheaper product from somewhere: what was stolen is made up for. */
export const roadsideLoading: Scenario = {
  name: 'roadside-loading',
  title: { zh: '库外二次装油', en: 'Second loading outside a depot' },
  feeds: [ALARM.unsealing, ALARM.unsealingJournal, ALARM.abnormalLoading, 'cover', abnormal],
  weight: 0.3,
  suits: (body) => carriesOil(body) && loadedOnOpenRoad(body) && roomiest(body) !== null,
  manner: 'stops-the-truck',
  *play(body) {
    const tank = roomiest(body)
    if (!tank) return
    const { compartment } = tank.row
    const wantedL = Math.min(roomL(tank, 0.96), body.random.between(330, 600))
    body.accOn = false
    yield* wait(240)
    setProbe(body, compartment, MANHOLE, { open: true })
    yield* wait(20)
    for (let poured = 0; poured < wantedL; poured += 8) {
      pourIn(tank, 8, 19, body.ledger)
      yield 2
    }
    setProbe(body, compartment, MANHOLE, { open: false })
    yield* wait(260)
  },
}

const roomiest = (body: TruckBody) => {
  const tank = body.compartments.reduce((best, one) => (roomL(one, 0.96) > roomL(best, 0.96) ? one : best))
  return roomL(tank, 0.96) > 330 ? tank : null
}

export const pumpedOver: Scenario = {
  name: 'pumped-over',
  title: { zh: '仓间倒油', en: 'Transfer between compartments' },
  feeds: ['operation', 'ledger', 'event_report/operation_record'],
  weight: 2,
  suits: (body) => carriesOil(body) && onOpenRoad(body) && pair(body) !== null,
  manner: 'stops-the-truck',
  *play(body) {
    const two = pair(body)
    if (!two) return
    const [from, to] = two
    const wantedL = Math.min(volumeL(from) - 200, roomL(to, 0.94), body.random.between(700, 1_400))
    body.accOn = false
    yield* wait(240)
    for (const { row } of two) setProbe(body, row.compartment, bottomValveType(body), { open: true })
    yield* wait(15)
    body.operation = 'begin'
    for (let pumped = 0; pumped < wantedL;) {
      const litres = pumpOver(from, to, Math.min(12, wantedL - pumped))
      if (litres === 0) break
      pumped += litres
      yield 2
    }
    body.operation = 'end'
    yield* wait(15)
    for (const { row } of two) setProbe(body, row.compartment, bottomValveType(body), { open: false })
    yield* wait(300)
  },
}

/** A full compartment and one with room, of the same product. */
function pair(body: TruckBody) {
  for (const from of body.compartments) {
    if (volumeL(from) < 1_500) continue
    const to = body.compartments.find(
      (one) => one !== from && one.product.oilCode === from.product.oilCode && roomL(one, 0.94) > 900 && volumeL(one) > 0,
    )
    if (to) return [from, to] as const
  }
  return null
}
