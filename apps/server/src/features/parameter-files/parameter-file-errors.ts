import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Problems that a refusal lists. */
const MAX_LISTED = 5

/** Refusals of parameter files. */
export const parameterFileErrors = {
  noSuchFile: () =>
    new Refusal('parameter-file-unknown', RESULT.conflict, {
      zh: '没有该参数文件，或您无权查看。',
      en: 'There is no such parameter file, or you may not see it.',
    }),
  noSuchBackup: () =>
    new Refusal('parameter-backup-unknown', RESULT.conflict, {
      zh: '没有该参数备份，或您无权查看。',
      en: 'There is no such parameter backup, or you may not see it.',
    }),
  alreadyKept: () =>
    new Refusal('parameter-backup-same', RESULT.conflict, {
      zh: '车辆上次上报的内容与最新备份相同，无需再备份。',
      en: 'What the truck reported last is in the newest backup already.',
    }),
  hasSecrets: () =>
    new Refusal('parameter-backup-secret', RESULT.conflict, {
      zh: '该参数文件含有密码，不能下载。请用“比较”查看、用“恢复”写回车辆。',
      en: 'This parameter file has a password and cannot be downloaded. Please use Compare to see it and Restore to write it to the truck.',
    }),
  neverRead: () =>
    new Refusal('parameter-file-never-read', RESULT.conflict, {
      zh: '尚未读取该车的这个参数文件，请先读取再修改。',
      en: 'This parameter file of the truck has never been read. Please read it first.',
    }),
  changed: () =>
    new Refusal('parameter-file-changed', RESULT.conflict, {
      zh: '您打开后，车上的参数文件已变化。请关闭后重新打开再修改。',
      en: 'The truck’s file has changed since you opened it. Please open it again and make your changes there.',
    }),
  nothingWanted: () =>
    new Refusal('parameter-file-nothing-wanted', RESULT.conflict, {
      zh: '该文件从未下发，没有期望值。请先下发一次。',
      en: 'This file was never sent, so nothing is wanted of it. Please send it first.',
    }),
  changedWanted: () =>
    new Refusal('parameter-file-wanted-changed', RESULT.conflict, {
      zh: '您打开后，该文件的期望值已变化。请关闭后重新打开。',
      en: 'What is wanted of the file has changed since you opened it. Please open it again.',
    }),
  contentUnknown: () =>
    new Refusal('parameter-file-content-unknown', RESULT.conflict, {
      zh: '没有所选的内容：车辆那时尚未上报该文件。请选择其他内容。',
      en: 'The chosen content is not known: the truck had not reported the file by then. Please choose another one.',
    }),
  ofAnotherFile: () =>
    new Refusal('parameter-file-content-other', RESULT.conflict, {
      zh: '所选的备份或升级文件不是该参数文件，请选择同一文件的内容。',
      en: 'The chosen backup or upgrade file is of another parameter file. Please choose one of the same file.',
    }),
  passwordOfAnother: () =>
    new Refusal('parameter-file-password-of-another', RESULT.conflict, {
      zh: '密码不能从其他车辆或升级文件复制，请取消勾选。',
      en: 'A password cannot be copied from another truck or from the library. Please deselect it.',
    }),
  ownOfAnother: () =>
    new Refusal('parameter-file-own-of-another', RESULT.conflict, {
      zh: '本车专有的参数（如车牌、序列号、补偿值）不能从其他车辆或升级文件复制，请取消勾选。',
      en: 'What each truck has of its own (plate, serials, compensations) cannot be copied from another truck or from the library. Please deselect it.',
    }),
  nothingChanged: () =>
    new Refusal('parameter-file-unchanged', RESULT.conflict, {
      zh: '没有修改任何参数。',
      en: 'No parameter was changed.',
    }),
  alreadySending: () =>
    new Refusal('parameter-file-sending', RESULT.conflict, {
      zh: '该车的这个参数文件正在下发，请等待其结束。',
      en: 'This parameter file is already being sent to the truck. Please wait until that has ended.',
    }),
  malformed: () =>
    new Refusal('parameter-file-malformed', RESULT.badRequest, {
      zh: 'content：不是参数文件的内容。',
      en: 'content: is not the content of a parameter file.',
    }),
  malformedProducts: () =>
    new Refusal('product-list-malformed', RESULT.badRequest, {
      zh: 'products：不是1至20种油品的列表。',
      en: 'products: is not a list of 1 to 20 products.',
    }),
  malformedSettings: () =>
    new Refusal('camera-settings-malformed', RESULT.badRequest, {
      zh: 'values：不是摄像头设置，或没有任何设置。',
      en: 'values: is not a set of camera settings, or is empty.',
    }),
  /** The refusal of one truck of several. */
  ofTruck: (plate: string, { resultCode, text }: Refusal) =>
    new Refusal('parameter-file-of-truck', resultCode, { zh: `${plate}：${text.zh}`, en: `${plate}: ${text.en}` }),
  /** Lines of an uploaded file whose value is not permitted, the first of them. */
  refusedLines: (problems: readonly { readonly line: number; readonly text: Text }[]) =>
    new Refusal('parameter-file-lines', RESULT.badRequest, {
      zh: `文件有误：${problems
        .slice(0, MAX_LISTED)
        .map(({ line, text }) => `第 ${line} 行${text.zh}`)
        .join('；')}。`,
      en: `The file has errors: ${problems
        .slice(0, MAX_LISTED)
        .map(({ line, text }) => `line ${line}: ${text.en}`)
        .join('; ')}.`,
    }),
  noFieldOf: (file: string) =>
    new Refusal('parameter-file-other', RESULT.badRequest, {
      zh: `文件中没有 ${file} 的任何参数，请检查文件和所选的参数文件。`,
      en: `The file has no parameter of ${file}. Please check the file and the parameter file that you chose.`,
    }),
  outsideGbk: () =>
    new Refusal('parameter-file-characters', RESULT.badRequest, {
      zh: '有车载设备无法显示的字符（如表情符号），请删除。',
      en: 'There are characters that the device cannot show, such as emoji. Please remove them.',
    }),
  /** A sentence for each of the first problems. */
  refused: (texts: readonly Text[]) =>
    new Refusal('parameter-file-refused', RESULT.badRequest, {
      zh: texts
        .slice(0, MAX_LISTED)
        .map(({ zh }) => zh)
        .join(''),
      en: texts
        .slice(0, MAX_LISTED)
        .map(({ en }) => en)
        .join(' '),
    }),
} as const
