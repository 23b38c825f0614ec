import { alarmRobotCalls } from '@tanker/contract/endpoints/alarm-robots'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { FormDialog, InputField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '设置地址', en: 'Address' },
  address: { zh: 'Webhook 地址', en: 'Webhook address' },
  secret: { zh: '加签密钥', en: 'Signing secret' },
  unsigned: { zh: '未启用加签则留空', en: 'Empty if messages are not signed' },
  hidden: {
    zh: '地址和密钥加密保存，之后不再显示。保存将替换原有地址和密钥。',
    en: 'Address and secret are stored encrypted and never shown again. Saving replaces the former ones.',
  },
  missing: { zh: '请填写 Webhook 地址', en: 'Please enter the webhook address' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '地址已保存，可以发送测试消息', en: 'The address was saved. You can send a test message.' },
} as const

/** Where a robot is, as the settings of its group show it. */
const RobotAddressDialog = ({ row, onDone, onClose }: ActionProps) => {
  const [address, setAddress] = useState('')
  const [secret, setSecret] = useState('')
  const save = async (): Promise<void> => {
    await call(alarmRobotCalls.setAddress, { id: idOf(row), address: address.trim(), secret: secret.trim() }, { purpose: 'action' })
    toast('success', text(WORDS.saved))
    onDone()
  }
  return (
    <FormDialog
      title={`${text(WORDS.title)} · ${String(row['name'])}`}
      submit={text(WORDS.save)}
      check={() => (address.trim() === '' ? text(WORDS.missing) : null)}
      onSubmit={save}
      onCancel={onClose}
    >
      <InputField
        label={text(WORDS.address)}
        type="url"
        autoComplete="off"
        maxLength={500}
        required
        first
        value={address}
        onChange={setAddress}
      />
      {row['channel'] === 'dingtalk' && (
        <InputField
          label={text(WORDS.secret)}
          type="password"
          autoComplete="off"
          maxLength={200}
          placeholder={text(WORDS.unsigned)}
          value={secret}
          onChange={setSecret}
        />
      )}
      <p className="dialog-note">{text(WORDS.hidden)}</p>
    </FormDialog>
  )
}

export default opens(RobotAddressDialog)
