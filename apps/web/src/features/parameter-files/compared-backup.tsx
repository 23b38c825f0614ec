import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import type { BackupDifference, ComparedBackup } from '@tanker/contract/parameter-backups'
import type { Text } from '@tanker/domain/texts/text'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { type ActionProps, idOf } from '../../report/actions.ts'
import { nameOfRow } from './name-of-row.ts'
import './parameter-files.css'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '参数备份加载失败', en: 'The backup could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
  never: { zh: '尚未读取该车的这个参数文件，请先读取', en: 'This file of the truck has never been read. Please read it first' },
  empty: { zh: '（空）', en: '(empty)' },
  secret: { zh: '不同（不显示）', en: 'differs (not shown)' },
} as const

type BesideBackupProps = Pick<ActionProps, 'row' | 'onClose'> & {
  /** Shown once the backup was compared with a content that the truck reported. */
  readonly children: (compared: ComparedBackup & { readonly crc32: number }, title: string) => ReactNode
}

/** The backup of a row beside what its truck reported last; a dialog that waits until both are known. */
export const BesideBackup = ({ row, onClose, children }: BesideBackupProps) => {
  const { plate, file } = nameOfRow(row)
  // Each opening reads again: the truck may have reported another content since.
  const compared = useEndpoint(
    parameterBackupCalls.compare,
    { backupId: idOf(row) },
    { purpose: 'poll', gcTime: 0, refetchOnWindowFocus: false },
  )
  const title = `${plate} · ${text(file.title)}`
  const { data } = compared
  if (data && data.crc32 !== null) return children({ ...data, crc32: data.crc32 }, title)
  return (
    <ClosableDialog title={title} onClose={onClose}>
      {data ? (
        <p className="dialog-note">{text(WORDS.never)}</p>
      ) : compared.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void compared.refetch()} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </ClosableDialog>
  )
}

type ClosableDialogProps = {
  readonly title: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that is only read. */
export const ClosableDialog = ({ title, className, onClose, children }: ClosableDialogProps) => (
  <Dialog
    {...(className === undefined ? {} : { className })}
    title={title}
    onEscape={onClose}
    actions={
      <button type="button" className="button" onClick={onClose}>
        {text(WORDS.close)}
      </button>
    }
  >
    {children}
  </Dialog>
)

const shown = (value: Text | null): string => (value === null ? text(WORDS.empty) : text(value))

/** The fields that differ: what the truck has, then what the backup has. */
export const BackupDifferences = ({ differences }: { readonly differences: readonly BackupDifference[] }) => (
  <ul className="parameter-changes">
    {differences.map(({ path, label, secret, now, kept }) => (
      <li key={path}>{`${text(label)}: ${secret ? text(WORDS.secret) : `${shown(now)} → ${shown(kept)}`}`}</li>
    ))}
  </ul>
)
