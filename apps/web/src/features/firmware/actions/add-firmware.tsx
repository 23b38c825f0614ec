import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { FIRMWARE_DEVICES, type FirmwareDevice } from '@tanker/domain/devices/firmware'
import { type FormEvent, useId, useRef, useState } from 'react'
import { leaveSession } from '../../../platform/calls/ended-session.ts'
import { sentName } from '../../../platform/calls/sent-name.ts'
import { upload } from '../../../platform/calls/upload.ts'
import '../../../base-data/base-data.css'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { shownDecimal } from '../../../platform/shown-values.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import '../firmware.css'
import { type FirmwareProblems, firmwareProblems, TEXT_FIELDS, type TextField } from '../firmware-form.ts'

const WORDS = {
  title: { zh: '上传固件', en: 'Add firmware' },
  file: { zh: '固件文件', en: 'Firmware file' },
  choose: { zh: '选择文件', en: 'Choose a file' },
  noneChosen: { zh: '未选择文件', en: 'No file chosen' },
  fileHint: { zh: '不超过 4 MB', en: 'At most 4 MB' },
  device: { zh: '设备', en: 'Device' },
  version: { zh: '版本', en: 'Version' },
  versionHint: { zh: '与设备上报的写法一致，如 FW2.7.0', en: 'As the device reports it, for example FW2.7.0' },
  maker: { zh: '厂家', en: 'Maker' },
  makerHint: { zh: '终端注册时的制造商 ID，最多 5 位', en: 'Maker ID used in terminal registration, at most 5 characters' },
  hardware: { zh: '适用硬件', en: 'Hardware' },
  hardwareHint: { zh: '如 HW1.2，留空为该厂家的所有硬件', en: 'For example HW1.2; empty means all hardware of this maker' },
  remark: { zh: '备注', en: 'Remark' },
  added: { zh: '固件已上传', en: 'The firmware was added' },
  failed: { zh: '网络异常，请稍后重试', en: 'Network error, please try again later' },
  cancel: { zh: '取消', en: 'Cancel' },
  unsaved: { zh: '有未保存的修改，如需放弃请按“取消”', en: 'There are unsaved changes. Press Cancel to discard them.' },
  add: { zh: '上传', en: 'Add' },
} as const

const HINTS = { version: WORDS.versionHint, maker: WORDS.makerHint, hardware: WORDS.hardwareHint } as const

/** Puts a file of firmware into the library, with what it is for. */
const AddFirmwareDialog = ({ onDone, onClose }: ActionProps) => {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [device, setDevice] = useState<FirmwareDevice>('console')
  const [values, setValues] = useState<Readonly<Record<TextField, string>>>({ version: '', maker: '', hardware: '' })
  const [remark, setRemark] = useState('')
  const [problems, setProblems] = useState<FirmwareProblems>({})
  const [complaint, setComplaint] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)

  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const typed = { version: values.version.trim(), maker: values.maker.trim(), hardware: values.hardware.trim() }
    const found = firmwareProblems(file, typed)
    setProblems(found)
    setComplaint('')
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) return document.getElementById(`${id}-${wrong}`)?.focus()
    if (!file) return
    setSent(0)
    running.current = new AbortController()
    try {
      const about = { device, ...typed, fileName: sentName(file.name), remark: remark.trim() }
      const answer = await upload(firmwareCalls.upload, about, file, { signal: running.current.signal, onSent: setSent })
      if (answer.kind === 'data') {
        toast('success', text(WORDS.added))
        return onDone()
      }
      if (answer.kind === 'session-expired') return leaveSession(answer.ended)
      setComplaint('message' in answer ? answer.message : text(WORDS.failed))
    } catch {
      // The dialog was closed: ignore the result.
    } finally {
      setSent(null)
    }
  }
  const close = (): void => {
    running.current?.abort()
    onClose()
  }

  return (
    <Dialog
      className="entity-dialog"
      title={text(WORDS.title)}
      onEscape={file === null && Object.values(values).join('') === '' ? close : () => void toast('warning', text(WORDS.unsaved))}
      actions={
        <>
          <button type="button" className="button" onClick={close}>
            {text(WORDS.cancel)}
          </button>
          <button type="submit" form={`${id}-form`} className="button button-primary" disabled={sent !== null}>
            {text(WORDS.add)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} className="entity-form" noValidate onSubmit={(event) => void add(event)}>
        <div className="entity-field firmware-wide">
          <label htmlFor={`${id}-file`}>
            {text(WORDS.file)}
            <Required />
          </label>
          <span className="levels-file">
            <input
              id={`${id}-file`}
              className="levels-input"
              type="file"
              data-first
              aria-label={text(WORDS.file)}
              aria-invalid={problems.file !== undefined}
              aria-describedby={`${id}-name ${id}-file-error`}
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
            <label className="button" htmlFor={`${id}-file`} aria-hidden="true">
              {text(WORDS.choose)}
            </label>
            <span id={`${id}-name`} className="levels-name">
              {file === null ? text(WORDS.noneChosen) : `${file.name} (${shownDecimal(file.size / 1_000, 1)} KB)`}
            </span>
          </span>
          <FieldNote id={`${id}-file-error`} problem={problems.file} hint={text(WORDS.fileHint)} />
        </div>
        <div className="entity-field">
          <label htmlFor={`${id}-device`}>{text(WORDS.device)}</label>
          <select id={`${id}-device`} className="field" value={device} onChange={({ target }) => setDevice(target.value as FirmwareDevice)}>
            {Object.entries(FIRMWARE_DEVICES).map(([key, name]) => (
              <option key={key} value={key}>
                {text(name)}
              </option>
            ))}
          </select>
          <FieldNote id={`${id}-device-error`} problem={undefined} hint="" />
        </div>
        {TEXT_FIELDS.map((name) => (
          <div key={name} className="entity-field">
            <label htmlFor={`${id}-${name}`}>
              {text(WORDS[name])}
              {name !== 'hardware' && <Required />}
            </label>
            <input
              id={`${id}-${name}`}
              className="field"
              autoComplete="off"
              spellCheck={false}
              value={values[name]}
              aria-required={name !== 'hardware'}
              aria-invalid={problems[name] !== undefined}
              aria-describedby={`${id}-${name}-error`}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
            <FieldNote id={`${id}-${name}-error`} problem={problems[name]} hint={text(HINTS[name])} />
          </div>
        ))}
        <div className="entity-field firmware-wide">
          <label htmlFor={`${id}-remark`}>{text(WORDS.remark)}</label>
          <input
            id={`${id}-remark`}
            className="field"
            autoComplete="off"
            maxLength={200}
            value={remark}
            onChange={({ target }) => setRemark(target.value)}
          />
        </div>
        {sent !== null && <progress className="firmware-wide" value={sent} aria-label={text(WORDS.add)} />}
        <p className="field-problem firmware-wide" role="alert">
          {complaint}
        </p>
      </form>
    </Dialog>
  )
}

/** What is wrong with a field, else what it wants. */
const FieldNote = ({ id, problem, hint }: { readonly id: string; readonly problem: string | undefined; readonly hint: string }) =>
  problem === undefined ? (
    <p id={id} className="entity-advice firmware-hint">
      {hint}
    </p>
  ) : (
    <p id={id} className="field-problem" role="alert">
      {problem}
    </p>
  )

const Required = () => (
  <span className="entity-required" aria-hidden="true">
    *
  </span>
)

export default opens(AddFirmwareDialog)
