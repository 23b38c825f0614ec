import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { type FirmwareFiles, UPGRADE_TRIES } from '@tanker/contract/firmware'
import { FIRMWARE_DEVICES } from '@tanker/domain/devices/firmware'
import { type FormEvent, useId, useState } from 'react'
import { call, CallError } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import '../../../base-data/base-data.css'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { idsOf, useTruckTree } from '../../../report/truck-tree.ts'
import { ChoiceField } from '../../../platform/ui/choice-field.tsx'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import '../firmware.css'
import { VerdictTable } from '../verdict-table.tsx'

const WORDS = {
  title: { zh: '新建升级', en: 'New upgrade' },
  firmware: { zh: '固件', en: 'Firmware' },
  choose: { zh: '请选择', en: 'Please choose' },
  none: {
    zh: '固件库为空，请先在“固件库”页上传固件。',
    en: 'The library is empty. Please add firmware on the tab “Firmware files” first.',
  },
  trucks: { zh: '车辆', en: 'Trucks' },
  tries: { zh: '最大发送次数', en: 'Max. tries' },
  triesHint: { zh: '2 到 20 次', en: '2 to 20' },
  wrongTries: { zh: '最大发送次数应为 2 到 20 的整数。', en: 'Max. tries must be a whole number from 2 to 20.' },
  force: { zh: '确认强制降级：所选版本不比车上的新', en: 'Force: the version is not newer than the running one' },
  noFirmware: { zh: '请选择固件。', en: 'Please choose the firmware.' },
  noTruck: { zh: '请选择至少一辆车。', en: 'Please choose at least one truck.' },
  noneLeft: { zh: '所选车辆都不能升级，原因见下表。', en: 'None of the selected trucks can be upgraded; the table below shows why.' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '固件库加载失败', en: 'The library could not be loaded' },
  upgrade: { zh: '升级', en: 'Upgrade' },
  cancel: { zh: '取消', en: 'Cancel' },
  unsaved: { zh: '有未保存的修改，如需放弃请按“取消”', en: 'There are unsaved changes. Press Cancel to discard them.' },
} as const

const ordered = (count: number): string =>
  text({ zh: `已下发 ${count} 辆车的升级，车辆在线后开始`, en: `${count} queued; each starts when its truck is online` })

const submitWords = (count: number): string =>
  count === 0 ? text(WORDS.upgrade) : text({ zh: `升级 ${count} 辆`, en: `Upgrade ${count} ${count === 1 ? 'truck' : 'trucks'}` })

const firmwareText = ({ device, version, maker, hardware, fileName }: FirmwareFiles[number]): string =>
  `${text(FIRMWARE_DEVICES[device])} ${version} · ${[maker, hardware].filter((part) => part !== '').join(' ')} · ${fileName}`

/** Whether the user may insist on a version that is not newer. */
const mayForce = ({ actions }: ActionProps['view']): boolean => actions.some(({ name }) => name === 'force-downgrade')

/** One file of firmware for several trucks. Which of them may get it is said at once; the others are left out. */
const UpgradeDialog = ({ view, onDone, onClose }: ActionProps) => {
  const id = useId()
  const tree = useTruckTree()
  const [firmwareId, setFirmwareId] = useState('')
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [maxTries, setMaxTries] = useState<string>(String(UPGRADE_TRIES.usual))
  const [force, setForce] = useState(false)
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)
  const files = useEndpoint(firmwareCalls.list, {}, { purpose: 'silent', gcTime: 0 })
  const check = useEndpoint(
    firmwareCalls.checkUpgrades,
    { firmwareId, truckIds: truckIds.join() },
    { purpose: 'action', enabled: firmwareId !== '' && truckIds.length > 0, gcTime: 0 },
  )
  const verdicts = check.data ?? []
  const canForce = mayForce(view) && verdicts.some(({ may }) => may === 'forced')
  const isForced = canForce && force
  const going = verdicts.filter(({ may }) => may === 'yes' || (may === 'forced' && isForced))

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const tries = Number(maxTries)
    const isRight = Number.isInteger(tries) && tries >= UPGRADE_TRIES.min && tries <= UPGRADE_TRIES.max
    if (firmwareId === '') return setComplaint(text(WORDS.noFirmware))
    if (truckIds.length === 0) return setComplaint(text(WORDS.noTruck))
    if (!isRight) return setComplaint(text(WORDS.wrongTries))
    if (!check.data) return
    if (going.length === 0) return setComplaint(text(WORDS.noneLeft))
    setComplaint('')
    setBusy(true)
    try {
      const downgrade = isForced ? 'yes' : 'no'
      const values = { firmwareId, truckIds: going.map(({ truckId }) => truckId).join(), maxTries, downgrade } as const
      const { upgrades } = await call(firmwareCalls.sendUpgrades, values, { purpose: 'silent' })
      toast('success', ordered(upgrades))
      onDone()
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof CallError)) throw failure
      setComplaint(failure.message)
      void check.refetch()
    }
  }

  return (
    <Dialog
      className="entity-dialog"
      title={text(WORDS.title)}
      // Escape closes the list of trucks too: it must not throw away what was chosen.
      onEscape={firmwareId === '' && truckIds.length === 0 ? onClose : () => void toast('warning', text(WORDS.unsaved))}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button type="submit" form={`${id}-form`} className="button button-primary" disabled={busy || check.isFetching}>
            {submitWords(going.length)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} className="entity-form" noValidate onSubmit={(event) => void submit(event)}>
        <div className="entity-field firmware-wide">
          <label htmlFor={`${id}-firmware`}>{text(WORDS.firmware)}</label>
          <select
            id={`${id}-firmware`}
            className="field"
            data-first
            value={firmwareId}
            onChange={({ target }) => {
              setFirmwareId(target.value)
              setForce(false)
            }}
          >
            <option value="">{text(files.isPending ? WORDS.loading : WORDS.choose)}</option>
            {(files.data ?? []).map((file) => (
              <option key={file.id} value={file.id}>
                {firmwareText(file)}
              </option>
            ))}
          </select>
          {files.data?.length === 0 && <p className="entity-advice">{text(WORDS.none)}</p>}
          {files.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void files.refetch()} />}
        </div>
        <div className="entity-field firmware-wide">
          <label htmlFor={`${id}-trucks`}>{text(WORDS.trucks)}</label>
          <ChoiceField<string>
            id={`${id}-trucks`}
            label={text(WORDS.trucks)}
            choices={tree}
            value={truckIds.map((truckId) => `t${truckId}`)}
            onChange={(chosen) => setTruckIds(idsOf(chosen, 't'))}
            multiple
            byLeaf
            clearable
            namesShown={6}
          />
        </div>
        <div className="entity-field">
          <label htmlFor={`${id}-tries`}>{text(WORDS.tries)}</label>
          <input
            id={`${id}-tries`}
            className="field"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            value={maxTries}
            onChange={({ target }) => setMaxTries(target.value)}
          />
          <p id={`${id}-hint`} className="entity-advice">
            {text(WORDS.triesHint)}
          </p>
        </div>
        {canForce && (
          <label className="firmware-force">
            <input type="checkbox" checked={force} onChange={({ target }) => setForce(target.checked)} />
            {text(WORDS.force)}
          </label>
        )}
        <p className="field-problem firmware-wide" role="alert">
          {complaint}
        </p>
        {verdicts.length > 0 && <VerdictTable verdicts={verdicts} isForced={isForced} />}
      </form>
    </Dialog>
  )
}

export default opens(UpgradeDialog)
