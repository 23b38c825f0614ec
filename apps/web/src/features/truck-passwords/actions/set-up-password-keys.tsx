import { truckPasswordCalls } from '@tanker/contract/endpoints/truck-passwords'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '设置密钥', en: 'Set up keys' },
  about: {
    zh: '平台与主机约定新的密钥，主机据此核对一次性密码。车辆一周内上线即可完成；之前生成且未用的密码不再有效。',
    en: 'Platform and console agree on a new key, by which the console checks one-time passwords. The truck has a week to come online. Passwords issued before with another key no longer work.',
  },
  submit: { zh: '下发', en: 'Send' },
} as const

const SetUpKeys = ({ onClose, onDone }: Pick<ActionProps, 'onClose' | 'onDone'>) => {
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const send = async (): Promise<void> => {
    const { trucks } = await call(truckPasswordCalls.setUpKeys, { truckIds: truckIds.join(',') }, { purpose: 'action' })
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: trucks === 1 ? 'Sent to 1 truck' : `Sent to ${trucks} trucks` }))
    onDone()
  }
  return (
    <FormDialog title={text(WORDS.title)} submit={text(WORDS.submit)} check={() => noTrucks(truckIds)} onSubmit={send} onCancel={onClose}>
      <TrucksField value={truckIds} onChange={setTruckIds} />
      <p className="dialog-note">{text(WORDS.about)}</p>
    </FormDialog>
  )
}

export default opens(SetUpKeys)
