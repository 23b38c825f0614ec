import { deviceTestCalls } from '@tanker/contract/endpoints/device-tests'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { useScreenAddress } from '../../../platform/screen-frame/screen-address.ts'
import { TruckSelect } from '../../../platform/screen-frame/truck-select.tsx'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import '../device-tests.css'
import { readTestsAgain } from '../read-tests-again.ts'

const WORDS = {
  title: { zh: '新建设备检测', en: 'Test a truck' },
  hint: {
    zh: '从开始时起，按车辆实际上报的数据判定各检测项。',
    en: 'From the start on, the steps are judged by the data that the truck sends.',
  },
  start: { zh: '开始检测', en: 'Start' },
  needTruck: { zh: '请选择车辆', en: 'Please choose a truck' },
} as const

/** Asks for the truck and goes on with its test. */
const NewTestDialog = ({ onClose }: ActionProps) => {
  const { search, ask } = useScreenAddress()
  const [truckId, setTruckId] = useState<number | null>(null)
  const start = async (): Promise<void> => {
    if (truckId === null) return void toast('warning', text(WORDS.needTruck))
    // `call` shows why not, with the current tester of the truck.
    const { id } = await call(deviceTestCalls.start, { truckId }, { purpose: 'action' })
    readTestsAgain()
    ask({ ...search, test: String(id) })
  }
  return (
    <FormDialog title={text(WORDS.title)} className="test-new" submit={text(WORDS.start)} onSubmit={start} onCancel={onClose} own>
      <TruckSelect truckId={truckId} onChange={setTruckId} />
      <p>{text(WORDS.hint)}</p>
    </FormDialog>
  )
}

export default opens(NewTestDialog)
