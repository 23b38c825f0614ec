import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct, type RunningProduct } from './running-product.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, tell } from './world-truck.ts'
import { TruckStory } from './truck-stories.ts'
let product: RunningProduct
beforeAll(async () => { console.time('start'); product = await startProduct(); console.timeEnd('start') })
afterAll(() => product.stop())
const show = async () => { await new Promise(r => setTimeout(r, 500)); console.log((await product.database.pool.query('select truck_id,type,live,grade,started_at,ended_at,inserted_at,name from alarm order by id')).rows) }
test('s', async () => {
  const [a, b, c, d, e] = tankersOf(CARRIER_1)
  if (!a || !b || !c || !d || !e) throw new Error('x')
  console.time('a'); const ta = await setOut(product, a)
  await tell(ta, new TruckStory(ROADSIDE, holding(a, 5000)).stands(120).endingAt(Date.now() - 20000))
  await ta.openCover({ ...ROADSIDE, at: Date.now() - 15000, compartment: 1, type: 1, compartments: holding(a, 5000) })
  await ta.openCover({ ...ROADSIDE, compartment: 1, type: 1, compartments: holding(a, 5000) })
  console.timeEnd('a'); await show()
  console.time('b'); const tb = await setOut(product, b)
  await tell(tb, new TruckStory(ROADSIDE, holding(b, 5000)).stands(150).drives(120, 50).stands(180).holds(holding(b, 4850)).stands(240).endingAt())
  console.timeEnd('b'); await show()
  console.time('c'); const tc = await setOut(product, c)
  await tell(tc, new TruckStory(ROADSIDE, holding(c, 0)).drives(60, 50, {alarmBits: 1}).endingAt())
  console.timeEnd('c'); await show()
  console.time('d'); const td = await setOut(product, d)
  await tell(td, new TruckStory({ lat: 31.6, lng: 117 }, holding(d, 0)).drives(4 * 3600 + 300, 60, {}, 60).endingAt())
  console.timeEnd('d'); await show()
  console.time('e'); const te = await setOut(product, e)
  await tell(te, new TruckStory(ROADSIDE, holding(e, 0)).drives(60, 110).endingAt())
  console.timeEnd('e'); await show()
}, 60000)
