import { FIRMWARE_HARDWARE, FIRMWARE_MAKER, MAX_FIRMWARE_BYTES } from '@tanker/contract/firmware'
import { MAX_TABLE_BYTES } from '@tanker/contract/base-data/levels-field'
import { PARAMETER_FILE_NAMES } from '@tanker/contract/parameter-file-names'
import { type ContentType, PARAMETER_FILES_OF } from '@tanker/domain/devices/upgrade-file'
import type { FieldErrors } from '../../base-data/form-values.ts'
import { text } from '../../platform/language.ts'
import { shownDecimal } from '../../platform/shown-values.ts'

const WORDS = {
  file: { zh: '文件', en: 'File' },
  choose: { zh: '选择文件', en: 'Choose a file' },
  noneChosen: { zh: '未选择文件', en: 'No file chosen' },
  maker: { zh: '厂家', en: 'Maker' },
  makerHint: { zh: '终端注册时的制造商 ID，最多 5 位', en: 'Maker ID used in terminal registration, at most 5 characters' },
  hardware: { zh: '适用硬件', en: 'Hardware' },
  hardwareHint: { zh: '如 HW1.2，留空为该厂家的所有硬件', en: 'For example HW1.2; empty means all hardware of this maker' },
  parameterFile: { zh: '参数文件', en: 'Parameter file' },
  please: { zh: '请选择', en: 'Please choose' },
  noFile: { zh: '请选择文件。', en: 'Please choose the file.' },
  emptyFile: { zh: '文件为空，请选择其他文件。', en: 'The file is empty, please choose another.' },
  wrongMaker: { zh: '厂家应为 1 到 5 位字母或数字。', en: 'The maker must be 1 to 5 letters or digits.' },
  wrongHardware: { zh: '适用硬件应为字母、数字、点、横线。', en: 'The hardware may contain letters, digits, dots and dashes.' },
  noParameterFile: { zh: '请选择参数文件。', en: 'Please choose the parameter file.' },
} as const

const FIRMWARE_HINT = { zh: '不超过 4 MB', en: 'At most 4 MB' } as const
const PARAMETERS_HINT = {
  zh: '从“参数备份”下载的文件，不超过 256 KB；车牌、序列号、补偿值和密码不随文件下发',
  en: 'As saved from Parameter backup, at most 256 KB; plate, serials, compensations and passwords are not sent with it',
} as const
const HINTS = {
  console: FIRMWARE_HINT,
  controller: FIRMWARE_HINT,
  'console-parameters': PARAMETERS_HINT,
  'controller-parameters': PARAMETERS_HINT,
  'tank-chart': { zh: 'txt，不超过 1 MB；每行“液位(mm) 容积(L)”', en: 'txt, at most 1 MB; one level (mm) and volume (L) per line' },
} as const satisfies Readonly<Record<ContentType, unknown>>

const parameterBytes = 262_144
const LARGEST = {
  console: MAX_FIRMWARE_BYTES,
  controller: MAX_FIRMWARE_BYTES,
  'console-parameters': parameterBytes,
  'controller-parameters': parameterBytes,
  'tank-chart': MAX_TABLE_BYTES,
} as const satisfies Readonly<Record<ContentType, number>>

const tooLarge = (bytes: number): string =>
  bytes >= 1_000_000
    ? text({
        zh: `文件不能超过 ${Math.floor(bytes / 1_000_000)} MB。`,
        en: `The file must not be larger than ${Math.floor(bytes / 1_000_000)} MB.`,
      })
    : text({ zh: `文件不能超过 ${bytes >> 10} KB。`, en: `The file must not be larger than ${bytes >> 10} KB.` })

const isFirmware = (type: ContentType): boolean => type === 'console' || type === 'controller'

/** What describes a content, as typed. */
export type TypedContent = { readonly file: File | null; readonly maker: string; readonly hardware: string; readonly parameterFile: string }

/** What is wrong with it, by field; the server holds it to the same rules. */
export function contentProblems(type: ContentType, { file, maker, hardware, parameterFile }: TypedContent): FieldErrors {
  const wrongFile =
    file === null
      ? text(WORDS.noFile)
      : file.size === 0
        ? text(WORDS.emptyFile)
        : file.size > LARGEST[type]
          ? tooLarge(LARGEST[type])
          : null
  const needsParameterFile = type in PARAMETER_FILES_OF && parameterFile === ''
  return {
    ...(wrongFile !== null && { file: wrongFile }),
    ...(isFirmware(type) && !FIRMWARE_MAKER.test(maker.trim()) && { maker: text(WORDS.wrongMaker) }),
    ...(isFirmware(type) && !FIRMWARE_HARDWARE.test(hardware.trim()) && { hardware: text(WORDS.wrongHardware) }),
    ...(needsParameterFile && { parameterFile: text(WORDS.noParameterFile) }),
  }
}

type ContentFieldsProps = {
  readonly id: string
  readonly type: ContentType
  readonly value: TypedContent
  readonly problems: FieldErrors
  readonly onChange: (value: TypedContent) => void
}

/** The file, and what it is for: firmware has a maker and hardware, parameters are those of one file. */
export const ContentFields = ({ id, type, value, problems, onChange }: ContentFieldsProps) => (
  <>
    {type in PARAMETER_FILES_OF && (
      <div className="entity-field">
        <label htmlFor={`${id}-parameterFile`}>
          {text(WORDS.parameterFile)}
          <Required />
        </label>
        <select
          id={`${id}-parameterFile`}
          className="field"
          value={value.parameterFile}
          aria-required="true"
          aria-invalid={problems['parameterFile'] !== undefined}
          aria-describedby={`${id}-parameterFile-error`}
          onChange={({ target }) => onChange({ ...value, parameterFile: target.value })}
        >
          <option value="">{text(WORDS.please)}</option>
          {PARAMETER_FILES_OF[type as keyof typeof PARAMETER_FILES_OF].map((number) => (
            <option key={number} value={number}>
              {text(PARAMETER_FILE_NAMES[String(number)]!)}
            </option>
          ))}
        </select>
        <Note id={`${id}-parameterFile-error`} problem={problems['parameterFile']} />
      </div>
    )}
    {isFirmware(type) &&
      (['maker', 'hardware'] as const).map((name) => (
        <div key={name} className="entity-field">
          <label htmlFor={`${id}-${name}`}>
            {text(WORDS[name])}
            {name === 'maker' && <Required />}
          </label>
          <input
            id={`${id}-${name}`}
            className="field"
            autoComplete="off"
            spellCheck={false}
            value={value[name]}
            aria-required={name === 'maker'}
            aria-invalid={problems[name] !== undefined}
            aria-describedby={`${id}-${name}-error`}
            onChange={({ target }) => onChange({ ...value, [name]: target.value })}
          />
          <Note id={`${id}-${name}-error`} problem={problems[name]} hint={text(name === 'maker' ? WORDS.makerHint : WORDS.hardwareHint)} />
        </div>
      ))}
    <div className="entity-field upgrade-file-content">
      <label htmlFor={`${id}-file`}>
        {text(WORDS.file)}
        <Required />
      </label>
      <span className="levels-file">
        <input
          id={`${id}-file`}
          className="levels-input"
          type="file"
          aria-label={text(WORDS.file)}
          aria-invalid={problems['file'] !== undefined}
          aria-describedby={`${id}-name ${id}-file-error`}
          onChange={({ target }) => onChange({ ...value, file: target.files?.[0] ?? null })}
        />
        <label className="button" htmlFor={`${id}-file`} aria-hidden="true">
          {text(WORDS.choose)}
        </label>
        <span id={`${id}-name`} className="levels-name">
          {value.file === null ? text(WORDS.noneChosen) : `${value.file.name} (${shownDecimal(value.file.size / 1_000, 1)} KB)`}
        </span>
      </span>
      <Note id={`${id}-file-error`} problem={problems['file']} hint={text(HINTS[type])} />
    </div>
  </>
)

/** What is wrong with a field, else what it wants. */
const Note = ({ id, problem, hint = '' }: { readonly id: string; readonly problem: string | undefined; readonly hint?: string }) => (
  <p id={id} className="field-problem" {...(problem === undefined ? {} : { role: 'alert' })}>
    {problem ?? <span className="entity-advice">{hint}</span>}
  </p>
)

const Required = () => (
  <span className="entity-required" aria-hidden="true">
    *
  </span>
)
